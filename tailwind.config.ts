import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** One cool neutral ramp does nearly everything; one accent; status colours only for status. Both themes side by side. */
const COLORS = {
  surface: "light-dark(oklch(0.985 0.002 250), oklch(0.18 0.01 255))",
  raised: "light-dark(oklch(1 0 0), oklch(0.215 0.012 255))",
  sunken: "light-dark(oklch(0.965 0.004 250), oklch(0.25 0.013 255))",
  line: "light-dark(oklch(0.9 0.006 250), oklch(0.32 0.014 255))",
  "line-strong": "light-dark(oklch(0.62 0.012 250), oklch(0.55 0.014 255))",
  ink: "light-dark(oklch(0.24 0.015 255), oklch(0.94 0.006 250))",
  "ink-soft": "light-dark(oklch(0.46 0.015 255), oklch(0.74 0.012 250))",
  accent: "light-dark(oklch(0.46 0.085 205), oklch(0.76 0.1 200))",
  "accent-ink": "light-dark(oklch(0.99 0.005 205), oklch(0.18 0.03 205))",
  "accent-soft": "light-dark(oklch(0.955 0.018 205), oklch(0.28 0.03 210))",
  good: "light-dark(oklch(0.45 0.12 150), oklch(0.78 0.14 150))",
  "good-soft": "light-dark(oklch(0.96 0.03 150), oklch(0.27 0.035 150))",
  wait: "light-dark(oklch(0.48 0.11 65), oklch(0.82 0.13 80))",
  "wait-soft": "light-dark(oklch(0.965 0.035 85), oklch(0.28 0.035 75))",
  bad: "light-dark(oklch(0.5 0.18 27), oklch(0.76 0.14 25))",
  "bad-soft": "light-dark(oklch(0.965 0.02 25), oklch(0.28 0.045 25))",
  "bad-ink": "light-dark(oklch(0.99 0.005 27), oklch(0.18 0.03 27))",
  amber: "oklch(0.78 0.16 75)",
};

/** How the house looks: what `app/globals.css` loads, and pages name as `bg-raised`, `text-ink-soft`, `shadow-float`. */
export default {
  theme: {
    extend: {
      colors: Object.fromEntries(Object.keys(COLORS).map((name) => [name, `var(--${name})`])),
      boxShadow: { float: "var(--float)" },
      borderRadius: { md: "6px", lg: "8px" },
      fontFamily: {
        sans: "var(--font-geist-sans), system-ui, sans-serif",
        mono: "var(--font-geist-mono), ui-monospace, monospace",
      },
      animation: { appear: "appear 150ms ease-out 200ms both" },
      keyframes: { appear: { from: { opacity: "0" } } },
    },
  },
  plugins: [
    plugin(({ addBase }) =>
      addBase({
        ":root": {
          "color-scheme": "light dark",
          ...Object.fromEntries(Object.entries(COLORS).map(([name, value]) => [`--${name}`, value])),
          "--float": "light-dark(0 8px 24px oklch(0.24 0.015 255 / 0.14), 0 8px 28px oklch(0 0 0 / 0.5))",
        },
      }),
    ),
  ],
} satisfies Config;
