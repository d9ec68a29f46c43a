import { Sentence } from "#components/ui/sentence.tsx";

/** What is wrong with the form as a whole. */
export function FormError({ message }: { message?: string }) {
  if (!message) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-[13px] text-bad">
      <Sentence>{message}</Sentence>
    </p>
  );
}
