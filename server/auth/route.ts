import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "./options.ts";

type Params = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own addresses: csrf, sign-in, session, sign-out. */
export const serveAuth = (request: NextRequest, context: Params): Promise<Response> =>
  NextAuth(request as never, context as never, authOptions());
