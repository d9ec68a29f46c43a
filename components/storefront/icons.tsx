import type { ReactNode } from "react";

type IconProps = { className?: string };

function Drawing({ className = "size-5", children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}

export const SearchIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="m20 20-4.5-4.5M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
  </Drawing>
);

export const GlobeIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9h17M3.5 15h17M12 3c2.5 2.4 3.8 5.5 3.8 9S14.5 18.6 12 21c-2.5-2.4-3.8-5.5-3.8-9S9.5 5.4 12 3Z" />
  </Drawing>
);

export const SignalIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M5 18v-3M10 18v-6M15 18V9M20 18V5" />
  </Drawing>
);

export const CalendarIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M4 9h16M8 3v3M16 3v3M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z" />
  </Drawing>
);

export const DataIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M8 20V6m0 0L4.5 9.5M8 6l3.5 3.5M16 4v14m0 0 3.5-3.5M16 18l-3.5-3.5" />
  </Drawing>
);

export const CheckIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Drawing>
);

export const WarnIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M12 9v4m0 3.5v.01M10.3 4.3 2.8 17.2A2 2 0 0 0 4.5 20h15a2 2 0 0 0 1.7-2.8L13.7 4.3a2 2 0 0 0-3.4 0Z" />
  </Drawing>
);

export const HotspotIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M12 13.5v.01M8.5 10a5 5 0 0 1 7 0M5.5 7a9.2 9.2 0 0 1 13 0M12 17v4" />
  </Drawing>
);

export const PlusIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M12 5v14M5 12h14" />
  </Drawing>
);

export const ClockIcon = (props: IconProps) => (
  <Drawing {...props}>
    <path d="M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />
  </Drawing>
);
