"use client";
import { ArrowUp, X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

type OnCallProps = { people: string[]; value: string[]; onChange(value: string[]): void; error?: string };

/** Who is told first, second …, and who is not in the line. */
export function OnCall({ people, value, onChange, error }: OnCallProps) {
  const others = people.filter((email) => !value.includes(email));
  const first = (email: string) => onChange([email, ...value.filter((one) => one !== email)]);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 text-[13px]">
      <legend className="mb-2 font-medium">Told one after the other</legend>
      {value.length === 0 ? (
        <p className="text-ink-soft">No one is on call: alerts go to everyone at once.</p>
      ) : (
        <ol className="grid gap-1">
          {value.map((email, i) => (
            <li key={email} className="flex min-h-11 items-center gap-2 rounded-md border border-line px-3 sm:min-h-9">
              <span className="w-4 text-ink-soft tabular-nums">{i + 1}</span>
              <span className="min-w-0 flex-1 truncate">{email}</span>
              {i > 0 && (
                <Button variant="quiet" size="icon" aria-label={`Tell ${email} first`} onClick={() => first(email)}>
                  <ArrowUp aria-hidden />
                </Button>
              )}
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Take ${email} out of the line`}
                onClick={() => onChange(value.filter((one) => one !== email))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        {others.map((email) => (
          <Button key={email} size="small" onClick={() => onChange([...value, email])} className="max-w-full">
            <span className="truncate">Add {email}</span>
          </Button>
        ))}
      </div>
      {error && <p className="text-bad text-xs">{error}</p>}
    </fieldset>
  );
}
