import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { asked, fileOf, type Program, write } from "./program.ts";

const SHOP = { hook: "/hooks/esim", secret: "SVC_HOOK_SECRET", refusal: 401 } as const;

const snippet = (name: string) => readFileSync(fileOf(`docs/snippets/${name}`), "utf8");
/** Files of the documentation under their own names. */
const snippets = (folder: string, ...names: string[]) =>
  write(folder, Object.fromEntries(names.map((name) => [name, snippet(name)])));

/** What its starter kit brings. */
const LARAVEL = {
  app: "['providers' => [...Illuminate\\Support\\ServiceProvider::defaultProviders()->toArray(), 'Routes'], 'debug' => false]",
  cache: "['default' => 'array', 'stores' => ['array' => ['driver' => 'array']]]",
  logging: "['default' => 'errorlog', 'channels' => ['errorlog' => ['driver' => 'errorlog']]]",
  session: "['driver' => 'array']",
  view: "['paths' => [], 'compiled' => __DIR__]",
};

/** The samples of the page of frameworks, in programs that do nothing else. */
export const frameworks: Record<string, Program> = {
  async Express(folder) {
    snippets(folder, "verify-webhook.mjs", "express-shop.mjs");
    // Express comes with a library of ours.
    symlinkSync(fileOf("node_modules"), join(folder, "node_modules"));
    write(folder, {
      "main.mjs": `
import { app } from "./express-shop.mjs";
app.on("esim", ({ id }) => process.stdout.write(id + "\\n"));
app.listen(process.env.PORT);
`,
    });
    return { ...SHOP, receive: [process.execPath, "main.mjs"], buy: { path: "/buy", plan: "packageId" } };
  },

  /** The handler and the function, called as Next calls them; Next itself takes minutes to build even this. */
  async "Next.js"(folder) {
    snippets(folder, "verify-webhook.mjs", "next-hook.mjs", "next-buy.mjs");
    write(folder, {
      "main.mjs": `
import { createServer } from "node:http";
import { buy } from "./next-buy.mjs";
import { POST } from "./next-hook.mjs";
createServer(async (request, response) => {
  const { url, method, headers } = request;
  const body = Buffer.concat(await request.toArray());
  const { packageId, number } = url === "/buy" ? JSON.parse(body) : {};
  const asked = new Request("http://localhost" + url, { method, headers, body });
  const answer = url === "/buy" ? Response.json(await buy(packageId, number)) : await POST(asked);
  response.writeHead(answer.status).end(await answer.text());
}).listen(process.env.PORT);
`,
    });
    return { ...SHOP, receive: [process.execPath, "main.mjs"], buy: { path: "/buy", plan: "packageId" } };
  },

  async Django(folder, port) {
    const version = await asked("python3", "-c", "import django; print(django.VERSION[0])");
    if (Number(version) < 4) return { missing: "Django 4 or newer" };
    snippets(folder, "verify_webhook.py", "django_shop.py");
    write(folder, {
      "manage.py": `
from django.conf import settings
from django.core.management import execute_from_command_line

MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
settings.configure(SECRET_KEY="of a test", ROOT_URLCONF="django_shop", ALLOWED_HOSTS=["*"], MIDDLEWARE=MIDDLEWARE)
execute_from_command_line()
`,
    });
    const receive = ["python3", "-u", "manage.py", "runserver", "--noreload", `127.0.0.1:${port}`] as const;
    return { ...SHOP, receive: [...receive], buy: { path: "/buy", plan: "package_id" } };
  },

  async Laravel(folder, port) {
    const version = await asked(
      "php",
      "-r",
      "require 'Illuminate/autoload.php'; echo Illuminate\\Foundation\\Application::VERSION;",
    );
    if (!(Number.parseInt(version, 10) >= 10)) return { missing: "Laravel 10 or newer on PHP's include path" };
    snippets(folder, "verify_webhook.php");
    write(folder, {
      "routes/api.php": snippet("laravel_shop.php"),
      "config/services.php": snippet("laravel_services.php"),
      ...Object.fromEntries(
        Object.entries(LARAVEL).map(([name, text]) => [`config/${name}.php`, `<?php return ${text};`]),
      ),
      "bootstrap/cache/.keep": "",
      "index.php": `<?php
require 'Illuminate/autoload.php';
require 'GuzzleHttp/autoload.php';
class Routes extends Illuminate\\Foundation\\Support\\Providers\\RouteServiceProvider
{
    public function map() { Illuminate\\Support\\Facades\\Route::prefix('api')->group(base_path('routes/api.php')); }
}
$app = new Illuminate\\Foundation\\Application(__DIR__);
$app->singleton(Illuminate\\Contracts\\Http\\Kernel::class, Illuminate\\Foundation\\Http\\Kernel::class);
$app->singleton(Illuminate\\Contracts\\Debug\\ExceptionHandler::class, Illuminate\\Foundation\\Exceptions\\Handler::class);
$app->make(Illuminate\\Contracts\\Http\\Kernel::class)->handle(Illuminate\\Http\\Request::capture())->send();
`,
    });
    const receive = ["php", "-S", `127.0.0.1:${port}`, "index.php"] as const;
    return { ...SHOP, hook: "/api/hooks/esim", receive: [...receive], buy: { path: "/api/buy", plan: "package_id" } };
  },
};
