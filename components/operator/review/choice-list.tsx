"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { Sentence } from "#components/ui/sentence.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Choice = Outputs["operator"]["reviews"]["get"]["choices"][number];

type ChoiceListProps = {
  choices: Choice[];
  /** Null: nothing is chosen before somebody has chosen. */
  value: Choice["as"] | null;
  onChoose(as: Choice["as"]): void;
  /** Why the supplier's answer speaks against a choice. */
  against: Partial<Record<Choice["as"], string | null>>;
};

/** What can be decided, each with what it does to money and eSIMs. */
export function ChoiceList({ choices, value, onChoose, against }: ChoiceListProps) {
  return (
    <RadioGroup
      aria-label="Outcome"
      value={value}
      onValueChange={(as) => onChoose(as as Choice["as"])}
      className="grid gap-2"
    >
      {choices.map(({ as, label, follows }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the primitive inside.
        <label
          key={as}
          className="flex min-h-11 items-start gap-3 rounded-md border border-line p-3 text-[13px] hover:bg-sunken/50 has-data-checked:border-accent"
        >
          <Radio.Root
            value={as}
            className="mt-px grid size-[18px] shrink-0 place-items-center rounded-full border border-line-strong bg-raised data-checked:border-accent"
          >
            <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
          </Radio.Root>
          <span className="grid min-w-0 gap-1">
            <span className="font-medium">{label}</span>
            {follows.map((sentence) => (
              <span key={sentence} className="break-words text-ink-soft text-xs">
                <Sentence>{sentence}</Sentence>
              </span>
            ))}
            {against[as] && <span className="break-words text-bad text-xs">{against[as]}</span>}
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}
