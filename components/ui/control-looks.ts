/** How everything that is typed into or chosen from looks; usable on the server too. */
export const controlLooks =
  "placeholder-shown:text-ellipsis h-11 w-full min-w-0 rounded-md border border-line-strong/70 bg-raised px-3 text-base text-ink placeholder:text-ink-soft/80 hover:border-line-strong focus-visible:outline-offset-0 data-invalid:border-bad aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-soft disabled:hover:border-line-strong/70 sm:h-8 sm:px-2.5 sm:text-[13px]";
