/** Points on, or back; the other way round where the language is written from the right. */
export function Arrow({ back = false }: { back?: boolean }) {
  return (
    <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
      {back ? "←" : "→"}
    </span>
  );
}
