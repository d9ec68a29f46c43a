import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { EndSessions } from "./end-sessions.tsx";
import { InviteMember } from "./invite-member.tsx";

type Account = Outputs["operator"]["accounts"]["get"];
type Member = Account["members"][number];
type Key = Account["keys"][number];

const MEMBERS: Column<Member>[] = [
  {
    header: "Name",
    main: true,
    cell: ({ name, email }) => (
      <span className="grid">
        <span className="break-words">{name}</span>
        <span className="break-all font-normal text-ink-soft text-xs">{email}</span>
      </span>
    ),
  },
  { header: "Role", cell: ({ role }) => <span className="capitalize">{role}</span> },
  { header: "Second factor", cell: ({ hasTotp, passkeys }) => (hasTotp || passkeys > 0 ? "Yes" : "None") },
  { header: "Last active", cell: ({ lastActiveAt }) => (lastActiveAt ? <Time at={lastActiveAt} /> : "Never") },
];

const KEYS: Column<Key>[] = [
  { header: "Name", main: true, cell: ({ name }) => <span className="break-words">{name}</span> },
  { header: "Key", cell: ({ keyPrefix }) => <span className="font-mono text-xs">{keyPrefix}…</span> },
  { header: "Environment", cell: ({ environment }) => <span className="capitalize">{environment}</span> },
  { header: "Status", cell: (key) => <KeyBadge {...key} /> },
  { header: "Scopes", align: "end", cell: ({ scopes }) => scopes.length },
  { header: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : "Never") },
];

function KeyBadge({ revokedAt, expiresAt }: Key) {
  if (revokedAt) return <Badge tone="final">Revoked</Badge>;
  if (expiresAt && expiresAt.getTime() < Date.now()) return <Badge tone="final">Expired</Badge>;
  return <Badge tone="good">Active</Badge>;
}

export function PeopleAndKeys({ account }: { account: Account }) {
  const { members, invitations, keys, code } = account;
  const columns: Column<Member>[] = [
    ...MEMBERS,
    {
      header: "Actions",
      quiet: true,
      cell: ({ userId, name }) => (
        <May act="sessions:end">
          <EndSessions code={code} userId={userId} name={name} />
        </May>
      ),
    },
  ];
  return (
    <div className="grid gap-6">
      <Card
        title="Team"
        lead="The account's team. The owner invites everyone else from the portal."
        action={
          <May act="members:invite">
            <InviteMember code={code} />
          </May>
        }
      >
        {members.length === 0 ? (
          <EmptyState title="There is no one on the team yet.">
            Invite the owner, who then invites the others.
          </EmptyState>
        ) : (
          <Table label="People on the team" columns={columns} rows={members} keyOf={({ userId }) => userId} />
        )}
        {invitations.length > 0 && (
          <p className="mt-3 [overflow-wrap:anywhere] text-[13px] text-ink-soft">
            Invited: {invitations.map(({ email, role }) => `${email} as ${role}`).join(", ")}
          </p>
        )}
      </Card>
      <Card title="API keys" lead="What the account's programs sign in with. Secrets are not stored.">
        {keys.length === 0 ? (
          <EmptyState title="There is no key yet.">The team creates its keys in the portal.</EmptyState>
        ) : (
          <Table label="Keys of the account" columns={KEYS} rows={keys} keyOf={({ keyPrefix }) => keyPrefix} />
        )}
      </Card>
    </div>
  );
}
