import { checkAddress, receiveEvents } from "#server/api/suppliers/receive-events.ts";

export const POST = receiveEvents;
export const HEAD = checkAddress;
export const GET = checkAddress;
