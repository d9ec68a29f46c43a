import { sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** What a shop wrote about its sales, held against the sales. */
export const INVOICES: Invariant[] = [
  {
    says: "Every delivered sale with VAT has one invoice, of what was paid and the VAT in it; nothing else has one.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c
       where c.status = 'delivered' and c.vat_kind is not null
         and (select count(*) from invoices i where i.checkout_id = c.id and i.kind = 'invoice') <> 1
      union all
      select 'invoice ' || i.number from invoices i left join checkouts c on c.id = i.checkout_id
       where (c.account_id, c.environment) is distinct from (i.account_id, i.environment) or c.status <> 'delivered' or c.vat_kind is null
          or (i.kind = 'invoice' and (i.gross, i.vat) is distinct from (c.total_amount, c.vat_amount))`,
  },
  {
    says: "Each refund that was made has one credit note of its amount, and one that came back has none that is not reversed.",
    violations: sql`
      select 'checkout ' || p.checkout_id || ' ' || r.cause as subject from payment_refunds r
        join payments p on p.id = r.payment_id join invoices i on i.checkout_id = p.checkout_id and i.kind = 'invoice'
        left join lateral (
          select coalesce(sum(case k.kind when 'credit_note' then 1 else -1 end), 0) as notes,
                 coalesce(sum(case k.kind when 'credit_note' then k.gross else -k.gross end), 0) as gross
            from invoices k where k.refund_id = r.id
        ) n on true
       where n.notes <> (r.done_at is not null and r.amount > 0)::int or n.gross <> case when r.done_at is null then 0 else r.amount end
      union all
      select 'invoice ' || k.number from invoices k left join payment_refunds r on r.id = k.refund_id
        left join payments p on p.id = r.payment_id
       where k.kind <> 'invoice' and p.checkout_id is distinct from k.checkout_id`,
  },
  {
    says: "Invoices and credit notes are numbered without a gap, and credit notes take away no more than their invoice.",
    violations: sql`
      select 'invoices of account ' || i.account_id || ' ' || i.environment as subject from invoices i
        left join invoice_series s on s.account_id = i.account_id and s.environment = i.environment
       group by i.account_id, i.environment, i.series, s.invoice, s.credit
      having count(*) <> max(i.serial) or max(i.serial) is distinct from case i.series when 'invoice' then s.invoice else s.credit end
      union all
      select 'invoices of checkout ' || checkout_id from invoices group by checkout_id
      having sum(case kind when 'credit_note' then -gross else gross end) < 0 or sum(case kind when 'credit_note' then -vat else vat end) < 0
          or sum(case kind when 'credit_note' then -net else net end) < 0`,
  },
];
