"use client";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useApi } from "../api.tsx";
import { inBase64 } from "../in-base64.ts";
import { refusalOf } from "../refusal.ts";
import { useDebounced } from "../use-debounced.ts";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/svg+xml";
const MOST_MB = 8;

type PictureFieldProps = {
  label: string;
  help: string;
  use: "logo" | "favicon" | "hero";
  /** Empty, an address, or the path of a stored picture. */
  value: string;
  onChange(value: string): void;
  /** What stands in front of such a path. */
  pictures: string;
  error?: string;
  changeable: boolean;
  /** No picture elsewhere. */
  uploadedOnly?: boolean;
};

/** A picture from a file, or by its address, shown as soon as there is one. */
export function PictureField(props: PictureFieldProps) {
  const { label, help, use, value, onChange, pictures, error, changeable, uploadedOnly } = props;
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const upload = useMutation(
    useApi().brand.addPicture.mutationOptions({
      onSuccess: ({ path }) => onChange(path),
      onError: (refused) => setFault(refusalOf(refused).message),
    }),
  );
  const stored = value.startsWith("/");
  const change = (next: string) => {
    setFault(undefined);
    onChange(next);
  };
  async function send(chosen: File | undefined): Promise<void> {
    setFault(undefined);
    if (!chosen) return;
    if (chosen.size > MOST_MB * 1024 * 1024)
      return setFault(`The picture is larger than ${MOST_MB} MB. Upload a smaller one.`);
    upload.mutate({ use, picture: await inBase64(chosen) });
  }
  const address = stored ? "" : value;
  const shown = useDebounced(address.trim(), 600);
  const source = stored ? pictures + value : /^https:\/\/[^\s]+\.[^\s]+/i.test(shown) ? shown : null;
  return (
    <Field label={label} help={help} error={fault ?? error}>
      <div className="flex flex-wrap items-center gap-2">
        {source && <Picture key={source} source={source} />}
        {changeable && (
          <Button busy={upload.isPending} onClick={() => file.current?.click()}>
            <Upload aria-hidden />
            {value ? "Replace" : "Upload"} {label.toLowerCase()}
          </Button>
        )}
        {changeable && value && (
          <Button variant="quiet" onClick={() => change("")}>
            Remove {label.toLowerCase()}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept={ACCEPTED}
          aria-label={`${label} file`}
          tabIndex={-1}
          hidden
          onChange={({ target }) => {
            void send(target.files?.[0]);
            target.value = "";
          }}
        />
      </div>
      {!uploadedOnly && (
        <Input
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder={stored ? "Uploaded; or the https:// address of another" : "Or its https:// address"}
          value={address}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

function Picture({ source }: { source: string }) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <span role="status" className="text-bad text-xs">
        No picture could be loaded from there.
      </span>
    );
  return (
    // biome-ignore lint/performance/noImgElement: the reseller's own picture, as browsers will load it.
    <img
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      className="h-11 min-w-11 max-w-48 rounded-md border border-line bg-white object-contain p-1 sm:h-8 sm:min-w-8"
    />
  );
}
