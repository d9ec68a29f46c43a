"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type Path, useForm as useBase } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import { refusalOf } from "./refusal.ts";

/**
 * A form with its schema. `refuse` puts what the server refuses at the field that it names, or above the buttons
 * (`formState.errors.root`).
 */
export function useForm<Input extends FieldValues, Output extends FieldValues>(
  schema: ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useBase<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const refuse = (error: unknown) => {
    const { field, message, requestId, code } = refusalOf(error);
    const known = field !== undefined && field in (defaultValues as object);
    const withId = code === "internal_error" && requestId ? `${message} Request id ${requestId}.` : message;
    form.setError(known ? (field as Path<Input>) : "root", { message: withId }, { shouldFocus: known });
  };
  return { ...form, refuse };
}
