"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { toast } from "#components/ui/toast.tsx";
import { readTyped, typedAmount } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import { toCurl } from "./api-call.ts";
import { MAX_UNIT_PRICE, newOrderSchema } from "./new-order-schema.ts";
import { PackagePicker } from "./package-picker.tsx";
import { QuoteCard } from "./quote-card.tsx";

/** One form, one order: what has placed its order already says so instead of asking again. */
export function NewOrder({ draft }: { draft: string }) {
  const { href } = usePortal();
  const { data: placed } = useQuery(
    useApi().orders.placed.queryOptions({ draft }, { staleTime: 0, refetchOnWindowFocus: true }),
  );
  if (!placed) return <Form draft={draft} />;
  return (
    <EmptyState
      title={`This form has placed the order ${placed}.`}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={href(`/orders/${placed}`)}>
            Open {placed}
          </ButtonLink>
          <ButtonLink href={href("/orders/new")}>Place another order</ButtonLink>
        </div>
      }
    >
      Going back does not order again. For another order, open a new form.
    </EmptyState>
  );
}

function Form({ draft }: { draft: string }) {
  const { href, environment } = usePortal();
  const router = useRouter();
  const locale = useLocale();
  const api = useApi();
  const cache = useQueryClient();
  const [address, setAddress] = useQueryStates(
    { package: parseAsString, quantity: parseAsInteger.withDefault(1) },
    { history: "replace" },
  );
  const form = useForm(newOrderSchema, {
    package_id: address.package ?? "",
    quantity: address.quantity,
    client_reference: "",
    max_unit_price: "",
  });
  const { errors } = form.formState;
  const [packageId, quantity, reference, cap] = form.watch([
    "package_id",
    "quantity",
    "client_reference",
    "max_unit_price",
  ]);
  const wanted = packageId !== "" && Number.isInteger(quantity) && quantity >= 1 && quantity <= 50;
  const query = useQuery(
    api.orders.quote.queryOptions(
      { packageId, quantity },
      {
        enabled: wanted,
        staleTime: 0,
        retry: false,
        refetchInterval: ({ state }) =>
          state.data ? Math.max(1_000, state.data.expiresAt.getTime() - Date.now()) : false,
      },
    ),
  );
  const quote = wanted ? query.data : undefined;
  const price = quote && typedAmount(quote.unitPrice, quote.currency, locale);

  const typedCap = readTyped(cap, MAX_UNIT_PRICE);
  const most = typeof typedCap === "string" ? typedCap : "";

  // The cap starts as the first price that was seen of the package, and moves only by hand: it is the guard.
  const cappedFor = useRef("");
  useEffect(() => {
    if (!price || cappedFor.current === packageId || quote?.package.packageId !== packageId) return;
    cappedFor.current = packageId;
    form.setValue("max_unit_price", price);
  }, [price, packageId, quote, form.setValue]);

  useEffect(() => {
    void setAddress({ package: packageId || null, quantity: Number.isInteger(quantity) ? quantity : null });
  }, [packageId, quantity, setAddress]);

  const place = useMutation(
    api.orders.place.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ reference: placed, replayed }) => {
        toast(replayed ? `${placed} had been placed already` : `${placed} is placed`);
        cache.setQueryData(api.orders.placed.queryKey({ draft }), placed);
        void cache.invalidateQueries(api.orders.list.pathFilter());
        void cache.invalidateQueries(api.balance.pathFilter());
        router.push(href(`/orders/${placed}`));
      },
    }),
  );
  const busy = place.isPending || place.isSuccess;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)] *:min-w-0">
      <form
        method="post"
        noValidate
        aria-label="New order"
        className="grid gap-6"
        onSubmit={form.handleSubmit((given) => {
          if (!busy) place.mutate({ draft, ...given });
        })}
      >
        <PackagePicker
          chosen={packageId || null}
          name={quote?.package.name}
          onChoose={(chosen) =>
            form.setValue("package_id", chosen ?? "", { shouldValidate: form.formState.isSubmitted })
          }
          error={errors.package_id?.message}
        />
        <Field label="Quantity" help="From 1 to 50 eSIMs." error={errors.quantity?.message} className="max-w-40">
          <Input
            type="number"
            min={1}
            max={50}
            inputMode="numeric"
            {...form.register("quantity", { valueAsNumber: true })}
          />
        </Field>
        <Field
          label="Your reference"
          help="Optional. Unique in this environment; a second order with it is refused."
          error={errors.client_reference?.message}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={128} {...form.register("client_reference")} />
        </Field>
        <Field
          label="Most to pay for one eSIM"
          help="Filled in with the quote. Should the price rise above it, nothing is ordered. Empty: whatever it costs."
          error={errors.max_unit_price?.message}
          className="max-w-72"
        >
          <Input inputMode="decimal" autoComplete="off" {...form.register("max_unit_price")} />
        </Field>
        {quote && price && most && Number(quote.unitPrice) > Number(most) && (
          <div className="grid justify-items-start gap-2 rounded-md bg-wait-soft px-3 py-2 text-[13px] text-wait">
            <p role="status">
              The price is <Money amount={quote.unitPrice} currency={quote.currency} />, above the most that you pay.
            </p>
            <Button onClick={() => form.setValue("max_unit_price", price, { shouldValidate: true })}>
              Accept {price} {quote.currency}
            </Button>
          </div>
        )}
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} disabled={!!quote?.shortfall}>
            Place {environment} order
          </Button>
          <ButtonLink href={href("/orders")}>Cancel</ButtonLink>
        </div>
      </form>
      <div className="grid gap-6 *:min-w-0">
        <QuoteCard query={query} wanted={wanted} />
        {quote && (
          <Card title="The same over the API" lead="This key makes the same call again answer with the same order.">
            <CodeBlock label="API call">
              {toCurl({
                apiUrl: quote.apiUrl,
                draft,
                packageId,
                quantity,
                clientReference: reference.trim(),
                maxUnitPrice: most,
              })}
            </CodeBlock>
          </Card>
        )}
      </div>
    </div>
  );
}
