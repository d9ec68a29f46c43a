import { isGenuine, PACE, type Post, type PostScenario, seconds } from "./drill.ts";
import { fail, notSeen, type Opinion, pass } from "./judge-orders.ts";

const MEND: Partial<Record<PostScenario, string>> = {
  unsigned: "Refuse every delivery without X-SVC-Signature.",
  altered: "Make the HMAC over the raw bytes of the body, before any JSON parser has touched them, and compare it.",
  old_secret: "Forget the old secret when the overlap of its rotation is over.",
  old_timestamp: "Refuse a X-SVC-Timestamp that is more than 300 seconds old.",
  late: "Take events whenever they come: deliveries are repeated for up to three days.",
  twice: "Answer a repeat with 2xx: remember X-SVC-Event-Id, and do nothing the second time.",
  reordered: "Do not rely on the order of events: answer 2xx, and read the order when in doubt.",
};
/** Their deliveries are judged by themselves. */
const SPECIAL: readonly string[] = ["late", "twice", "reordered"];

export function judgePosts(scenario: PostScenario, posts: readonly Post[], hasEndpoint: boolean): Opinion {
  if (!hasEndpoint) return notSeen("No endpoint took part.", "Run the drill again with an endpoint.");
  if (!isGenuine(scenario)) return judgeForged(scenario, posts);
  const genuine = posts.filter(({ kind }) => isGenuine(kind));
  if (scenario === "prompt") return judgeTime(genuine);
  if (scenario === "genuine") {
    const special = new Set(genuine.filter(({ kind }) => SPECIAL.includes(kind)).map(({ deliveryId }) => deliveryId));
    return judgeTaken(
      genuine.filter(({ kind, deliveryId }) => kind === "told" || !special.has(deliveryId)),
      scenario,
    );
  }
  return judgeTaken(posts.filter(({ kind }) => kind === scenario).slice(0, 1), scenario);
}

const answered = ({ httpStatus, error }: Post) =>
  httpStatus === null ? (error ?? "no answer") : `answered ${httpStatus}`;
const evidenceOf = (posts: readonly Post[]) =>
  posts.slice(0, 4).map((post) => ({ kind: "delivery" as const, id: String(post.deliveryId), note: answered(post) }));

function judgeForged(scenario: PostScenario, posts: readonly Post[]): Opinion {
  const post = posts.find(({ kind }) => kind === scenario);
  if (!post) return notSeen("It was not sent.", "Let the next drill run longer.");
  const evidence = evidenceOf([post]);
  if (post.httpStatus === null)
    return notSeen("The endpoint gave no answer.", "Make the endpoint reachable and run the drill again.", evidence);
  if (post.error === null)
    return fail(
      `It was taken with ${post.httpStatus}: anybody could send you such an event.`,
      MEND[scenario]!,
      evidence,
    );
  return pass(`It was refused with ${post.httpStatus}.`, evidence);
}

function judgeTaken(posts: readonly Post[], scenario: PostScenario): Opinion {
  if (posts.length === 0)
    return notSeen("No such event came about.", "Run the drill again and place more orders while it runs.");
  const wrong = posts.filter(({ error }) => error !== null);
  const mend = MEND[scenario] ?? "Verify X-SVC-Signature over the raw body with the endpoint's secret, and answer 2xx.";
  if (wrong.length > 0)
    return fail(`${wrong.length} of ${posts.length} ${answered(wrong[0]!)}.`, mend, evidenceOf(wrong));
  return pass(`${posts.length} taken.`, evidenceOf(posts));
}

function judgeTime(posts: readonly Post[]): Opinion {
  if (posts.length === 0)
    return notSeen("No genuine event came about.", "Run the drill again and place orders while it runs.");
  const slowest = posts.reduce((slow, post) => (post.durationMs > slow.durationMs ? post : slow));
  const took = `${(slowest.durationMs / 1_000).toFixed(1)} s`;
  const evidence = [{ kind: "delivery" as const, id: String(slowest.deliveryId), note: `took ${took}` }];
  return slowest.durationMs > seconds(PACE.prompt)
    ? fail(
        `The slowest answer took ${took}.`,
        "Answer 2xx first, then work: put the event into a queue of your own.",
        evidence,
      )
    : pass(`The slowest answer took ${took}.`, evidence);
}
