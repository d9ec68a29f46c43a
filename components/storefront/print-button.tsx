"use client";

export function PrintButton({ children }: { children: string }) {
  return (
    <button
      type="button"
      onClick={() => window.print()}
      className="min-h-12 rounded-xl border border-line-strong bg-raised px-5 font-semibold print:hidden"
    >
      {children}
    </button>
  );
}
