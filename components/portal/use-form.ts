"use client";
import { useEffect, useRef } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm as useBase } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import { refusalOf } from "./refusal.ts";
import type { Zod } from "./zod.ts";

const loadZod = () => import("./zod-parts.ts");

/** A form's schema, or how it is made of what is fetched when it is needed. */
export type FormSchema<Input, Output> = ZodMiniType<Output, Input> | ((z: Zod) => ZodMiniType<Output, Input>);

/**
 * A form with its schema. `refuse` puts what the server refuses at the field that it names, or above the buttons
 * (`formState.errors.root`).
 */
export function useForm<Input extends FieldValues, Output extends FieldValues>(
  schema: FormSchema<Input, Output>,
  defaultValues: DefaultValues<Input>,
) {
  const resolver: Resolver<Input, unknown, Output> = async (values, context, options) => {
    const zod = await loadZod();
    const made = typeof schema === "function" ? schema(zod) : schema;
    return await zod.zodResolver(made)(values, context, options);
  };
  // There before the form is sent.
  useEffect(() => {
    const load = () => void loadZod();
    document.addEventListener("focusin", load, { once: true });
    return () => document.removeEventListener("focusin", load);
  }, []);
  const form = useBase<Input, unknown, Output>({ resolver, defaultValues });
  const refuse = (error: unknown) => {
    const { field, message, requestId, code } = refusalOf(error);
    const known = field !== undefined && field in (defaultValues as object);
    const withId = code === "internal_error" && requestId ? `${message} Request id ${requestId}.` : message;
    form.setError(known ? (field as Path<Input>) : "root", { message: withId }, { shouldFocus: known });
  };
  const sending = useRef(false);
  // Checking may wait for what it needs over a slow line: what is pressed again meanwhile is the same press.
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid);
    return async (event) => {
      event?.preventDefault();
      if (sending.current) return;
      sending.current = true;
      await submit(event).finally(() => {
        sending.current = false;
      });
    };
  };
  return { ...form, handleSubmit, refuse };
}
