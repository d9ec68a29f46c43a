"use client";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { inBase64 } from "#components/portal/in-base64.ts";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Count } from "#components/ui/count.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";

type Preview = Outputs["operator"]["statements"]["preview"];
type Name = keyof Preview["columns"];
type Chosen = { name: string; file: string; preview: Preview };

const COLUMNS: { name: Name; label: string; help: string }[] = [
  { name: "reference", label: "Reference", help: "Their order number, or ours." },
  { name: "otherReference", label: "Other reference", help: "The other one of the two." },
  { name: "amount", label: "Amount", help: "Below zero is paid back." },
  { name: "currency", label: "Currency", help: "Without it: US dollars." },
  { name: "date", label: "Date", help: "Without it, say the days below." },
  { name: "kind", label: "Kind of line", help: 'Words such as "refund" make it one.' },
];
const NONE = { value: "", label: "None" };
const MOST_BYTES = 6_000_000;

/** A file is read, its columns are chosen (once for each supplier), and every line is held against our purchases. */
export function UploadStatement({ suppliers }: { suppliers: { code: string; name: string }[] }) {
  const api = useApi().operator.statements;
  const acted = useActed();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [supplier, setSupplier] = useState(suppliers[0]?.code ?? "");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [columns, setColumns] = useState<Preview["columns"] | null>(null);
  const [days, setDays] = useState({ from: "", to: "" });
  const [fault, setFault] = useState<string>();
  const preview = useMutation(api.preview.mutationOptions());
  const upload = useMutation(
    api.upload.mutationOptions({
      onSuccess: ({ id, isNew }) => {
        acted(
          isNew ? "The statement is compared" : "This file was uploaded before",
          isNew ? undefined : "Nothing changed.",
        );
        router.push(`/operator/statements/${id}`);
      },
    }),
  );
  async function read(picked: File | undefined): Promise<void> {
    setFault(undefined);
    setChosen(null);
    upload.reset();
    if (!picked) return;
    if (picked.size > MOST_BYTES) return setFault("The file is larger than 6 MB. Upload it in parts.");
    const file = await inBase64(picked);
    preview.mutate(
      { supplier, file },
      {
        onSuccess: (found) => {
          setChosen({ name: picked.name, file, preview: found });
          setColumns(found.columns);
        },
        onError: (error) => setFault(refusalOf(error).message),
      },
    );
  }
  const refusal = upload.error ? refusalOf(upload.error) : undefined;
  const errorOf = (name: string) => (refusal?.field === name ? refusal.message : undefined);
  const isShown = ["supplier", "from", "to", ...COLUMNS.map(({ name }) => name as string)].includes(
    refusal?.field ?? "",
  );
  return (
    <Card
      title="Upload a statement"
      lead="A CSV file with a first line of names. Every line is held against our orders, top-ups and refunds by its reference; the same file twice changes nothing."
    >
      <form
        method="post"
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen && columns)
            upload.mutate({ supplier, fileName: chosen.name, file: chosen.file, columns, ...days });
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Supplier" className="w-full sm:w-56" error={errorOf("supplier")}>
            <Select
              options={suppliers.map(({ code, name }) => ({ value: code, label: name }))}
              value={supplier}
              onChange={(code) => {
                setSupplier(code);
                setChosen(null);
                upload.reset();
              }}
            />
          </Field>
          <Button busy={preview.isPending} onClick={() => input.current?.click()}>
            <Upload aria-hidden /> Choose a file
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            aria-label="Statement file"
            tabIndex={-1}
            hidden
            onChange={({ target }) => {
              void read(target.files?.[0]);
              target.value = "";
            }}
          />
          {chosen && (
            <p className="min-w-0 pb-1.5 text-[13px] text-ink-soft [overflow-wrap:anywhere]">
              {chosen.name}, <Count n={chosen.preview.lines} /> lines
            </p>
          )}
        </div>
        <FormError message={fault} />
        {chosen && columns && (
          <>
            <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {COLUMNS.map(({ name, label, help }) => (
                <Field
                  key={name}
                  label={label}
                  help={sampleOf(chosen.preview, columns[name]) ?? help}
                  error={errorOf(name)}
                >
                  <Select
                    options={[
                      ...(name === "reference" || name === "amount" ? [] : [NONE]),
                      ...chosen.preview.header.filter(Boolean).map((column) => ({ value: column, label: column })),
                    ]}
                    value={columns[name]}
                    onChange={(column) => setColumns({ ...columns, [name]: column })}
                  />
                </Field>
              ))}
              <Field label="First day, UTC" help="Empty: that of the first line." error={errorOf("from")}>
                <Input
                  type="date"
                  value={days.from}
                  onChange={(event) => setDays({ ...days, from: event.target.value })}
                />
              </Field>
              <Field label="Last day, UTC" help="Empty: that of the last line." error={errorOf("to")}>
                <Input type="date" value={days.to} onChange={(event) => setDays({ ...days, to: event.target.value })} />
              </Field>
            </div>
            <FormError message={isShown ? undefined : refusal?.message} />
            <div>
              <Button type="submit" variant="primary" busy={upload.isPending}>
                Compare <Count n={chosen.preview.lines} /> lines
              </Button>
            </div>
          </>
        )}
      </form>
    </Card>
  );
}

/** What the column has in its first lines. */
function sampleOf({ header, samples }: Preview, column: string): string | undefined {
  const values = column === "" ? [] : samples.map((cells) => cells[header.indexOf(column)] ?? "").filter(Boolean);
  return values.length > 0 ? `Such as ${values.slice(0, 2).join(", ")}` : undefined;
}
