import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { digestChart, RENDERED } from "#deploy/helm/chart.ts";
import { operations } from "#server/api/v1/index.ts";
import { parseEnv, VARIABLES } from "#server/kernel/env.ts";
import { HEALTH_PATH } from "#server/process/share-metrics.ts";

// What is started elsewhere by files that nobody here runs: held against what the service is.

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
/** What a process says of its own stop in docs/deploying.md. */
const STOPS_WITHIN_S = 45;

const isKnown = (name: string) => VARIABLES.includes(name) || /^(SUPPLIER_[A-Z]+_[A-Z_]+|OTEL_[A-Z_]+)$/.test(name);
const isAnswered = (path: string) =>
  Object.values(operations).some(
    (one) => one.method === "GET" && one.access === "public" && `/api/v1${one.path}` === path,
  );
const isProgram = ([node, script]: string[]) => node === "node" && existsSync(join(ROOT, script!));

/** Secrets, which come from a file or a Secret that is whoever's who runs it. */
const SECRETS = {
  DATABASE_URL: "postgresql://service:word@postgres:5432/service",
  DIRECT_DATABASE_URL: "postgresql://service:word@postgres:5432/service",
  READ_DATABASE_URL: "postgresql://service:word@replica:5432/service",
  MASTER_KEY: "a master key for tests, long enough",
  NEW_MASTER_KEY: "a master key for tests, long enough",
  INNGEST_EVENT_KEY: "ab",
  INNGEST_SIGNING_KEY: "ab",
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "key",
  SMTP_URL: "smtps://mail.example.com",
  STRIPE_SECRET_KEY: "key",
  STRIPE_WEBHOOK_SECRET: "secret",
  METRICS_TOKEN: "a token for tests",
  CELLS_SECRET: "a secret of all cells for tests, long enough",
};

describe("compose.yaml", () => {
  type Service = {
    image: string;
    command: string[];
    environment: Record<string, string>;
    volumes?: string[];
    stop_grace_period: string;
    read_only?: boolean;
    user?: string;
  };
  const compose = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    networks: { default: { ipam: { config: { subnet: string }[] } } };
  };
  const ours = Object.entries(compose.services).filter(([, { image }]) => image === "reseller-esim-service");
  const said = Object.fromEntries(
    [...read("docs/deploying.md").matchAll(/^([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
  );
  /** As Compose fills it in, with the values that docs/deploying.md says to put into .env. */
  const filled = (text: string) =>
    text.replace(
      /\$\{([A-Z_]+)(?::[?-][^}]*)?\}/g,
      (_, name: string) => (SECRETS as Record<string, string>)[name] ?? said[name] ?? "",
    );

  test("every process has settings that the service takes", () => {
    expect(ours.map(([name]) => name)).toEqual(["web-1", "web-2", "worker-1", "worker-2"]);
    for (const [name, { environment, command, stop_grace_period }] of ours) {
      expect(
        Object.keys(environment).filter((variable) => !isKnown(variable)),
        name,
      ).toEqual([]);
      const settings = Object.entries(environment).map(([variable, value]) => [variable, filled(value)]);
      const env = parseEnv(Object.fromEntries(settings));
      expect(env).toMatchObject({ port: 3000, simulator: "off", publicUrl: said.PUBLIC_URL });
      expect(env.trustedProxies!.check("172.30.0.7")).toBe(true);
      expect(compose.networks.default.ipam.config[0]!.subnet).toBe(environment.TRUSTED_PROXIES);
      expect(isProgram(command), command.join(" ")).toBe(true);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(STOPS_WITHIN_S);
    }
  });

  test("what has to be put into .env is what docs/deploying.md says", () => {
    const asked = [...read("compose.yaml").matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!);
    expect(asked.filter((name) => !said[name])).toEqual([]);
  });

  test("all processes find each other's checkpoints, and nothing but volumes can be written", () => {
    for (const [name, { volumes, read_only }] of ours)
      expect([volumes, read_only], name).toEqual([["data:/data"], true]);
    const named = Object.values(compose.services).flatMap(({ volumes }) =>
      (volumes ?? []).filter((one) => !one.startsWith(".")),
    );
    expect(new Set(named.map((one) => one.split(":")[0]))).toEqual(new Set(Object.keys(compose.volumes)));
  });

  test("the proxy leads to the web processes, and looks at what answers", () => {
    const caddy = read("deploy/Caddyfile");
    const webs = [...caddy.matchAll(/\{\$WEB_\d:([\w-]+):(\d+)\}/g)].map(([, name, port]) => [name, port]);
    expect(webs).toEqual(ours.filter(([name]) => name.startsWith("web")).map(([name]) => [name, "3000"]));
    expect(isAnswered(/health_uri (\S+)/.exec(caddy)![1]!)).toBe(true);
  });
});

test("the image starts what there is, as nobody in particular, and looks at what answers", () => {
  const dockerfile = read("deploy/Dockerfile");
  expect(isProgram(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)![1]!))).toBe(true);
  expect(dockerfile).toMatch(/^USER node$/m);
  // A large database is brought up to date before anything answers.
  const [, patience] = /--start-period=(\d+)s/.exec(dockerfile)!;
  const [startup] = [
    ...readFileSync(RENDERED, "utf8").matchAll(
      /startupProbe:[\s\S]*?failureThreshold: (\d+)\s+[\s\S]*?periodSeconds: (\d+)/g,
    ),
  ];
  expect(Number(patience)).toBe(Number(startup![1]) * Number(startup![2]));
  expect(isAnswered(/(\/api\/v1\/\w+)/.exec(/^HEALTHCHECK[\s\S]*?\n {2}CMD .*$/m.exec(dockerfile)![0])![1]!)).toBe(
    true,
  );
  // What an installation holds of secrets is never part of it.
  for (const name of [".env*", ".data", ".git", "node_modules"])
    expect(read(".dockerignore").split("\n")).toContain(name);
});

describe("the Helm chart", () => {
  const rendered = readFileSync(RENDERED, "utf8");
  // A connection is taken for a process that stands still, too: only an answer says that one lives.
  type Probe = { httpGet: { path: string; port: string } };
  type Container = {
    command: string[];
    env: { name: string; value: string }[];
    envFrom: { secretRef: { name: string } }[];
    ports?: { name: string; containerPort: number }[];
    securityContext: object;
    volumeMounts: { name: string; mountPath: string }[];
  } & Partial<Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe>>;
  type Pod = {
    containers: Container[];
    terminationGracePeriodSeconds?: number;
    securityContext: object;
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  };
  type Manifest = {
    kind: string;
    metadata: { name: string };
    spec: { template?: { spec: Pod } } & Record<string, unknown>;
  };
  const manifests = parseAllDocuments(rendered).flatMap((one) => (one.toJS() as Manifest | null) ?? []);
  const pods = manifests.flatMap(({ kind, spec: { template } }) => (template ? [{ kind, ...template.spec }] : []));
  const schema = JSON.parse(read("deploy/helm/reseller-esim-service/values.schema.json")).properties;

  test("is rendered as it is now: npm run chart, where Helm is", () => {
    expect(rendered.split("\n")[0]).toBe(`# Rendered by npm run chart, from ${digestChart()}`);
    expect(
      Map.groupBy(manifests, ({ kind }) => kind)
        .keys()
        .toArray()
        .toSorted(),
    ).toEqual([
      "Deployment",
      "Ingress",
      "Job",
      "PersistentVolumeClaim",
      "PodDisruptionBudget",
      "PodMonitor",
      "Service",
    ]);
  });

  test("every process has settings that the service takes, and a program that there is", () => {
    expect(pods).toHaveLength(3);
    for (const { containers } of pods)
      for (const { command, env, envFrom } of containers) {
        expect(isProgram(command), command.join(" ")).toBe(true);
        expect(env.filter(({ name }) => !isKnown(name))).toEqual([]);
        const settings = Object.fromEntries(env.map(({ name, value }) => [name, value]));
        expect(parseEnv({ NODE_ENV: "production", CELL: "home", ...settings, ...SECRETS })).toMatchObject({
          port: 3000,
          dataDir: "/data",
          simulator: "off",
        });
        expect(envFrom).toEqual([{ secretRef: { name: "esim" } }]);
      }
  });

  test("probes ask what answers, which nothing does that stands still", () => {
    for (const { kind, containers } of pods)
      for (const { env, ports = [], ...container } of containers) {
        const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe].flatMap(
          (one) => one ?? [],
        );
        expect(probes.length > 0, kind).toBe(kind === "Deployment");
        for (const { httpGet } of probes) {
          const [name] = ports
            .filter((port) => port.name === httpGet.port)
            .map(({ containerPort }) => env.find(({ value }) => value === String(containerPort))?.name);
          if (name === "PORT") expect(isAnswered(httpGet.path), httpGet.path).toBe(true);
          else expect([name, httpGet.path]).toEqual(["METRICS_PORT", HEALTH_PATH]);
        }
      }
  });

  test("a process has the time to finish, writes to volumes only, and is nobody in particular", () => {
    for (const { kind, containers, volumes, ...pod } of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const { securityContext, volumeMounts } of containers) {
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
        expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      }
      if (kind === "Job") continue;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(STOPS_WITHIN_S);
      const claim = manifests.find((one) => one.kind === "PersistentVolumeClaim")!;
      expect(volumes.find(({ name }) => name === "data")?.persistentVolumeClaim?.claimName).toBe(claim.metadata.name);
    }
    expect(schema.terminationGracePeriodSeconds.minimum).toBeGreaterThanOrEqual(STOPS_WITHIN_S);
  });

  test("its values know every variable that is neither a secret, nor the chart's own, nor for tests", () => {
    const others = ["NODE_ENV", "PORT", "DATA_DIR", "CHECKPOINT_DIR", "METRICS_PORT", "STRIPE_API_URL", "TIME_SCALE"];
    const expected = VARIABLES.filter((name) => !others.includes(name) && !(name in SECRETS));
    expect(Object.keys(schema.env.properties).toSorted()).toEqual(expected.toSorted());
  });
});
