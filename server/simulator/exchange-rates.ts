import type { IncomingMessage, ServerResponse } from "node:http";
import { DAY } from "#server/kernel/time.ts";
import { json, send } from "./http.ts";

export const RATES_PATH = "/eurofxref-daily.xml";

/** Units per euro, with as many decimals as the European Central Bank gives. */
const PER_EURO: Record<string, string> = {
  USD: "1.1625",
  JPY: "178.42",
  CZK: "24.262",
  DKK: "7.4686",
  GBP: "0.8812",
  HUF: "383.15",
  PLN: "4.2370",
  RON: "5.0853",
  SEK: "10.9845",
  CHF: "0.9312",
  ISK: "147.20",
  NOK: "11.7305",
  TRY: "49.1830",
  AUD: "1.7860",
  BRL: "6.1790",
  CAD: "1.6315",
  CNY: "8.2760",
  HKD: "9.0520",
  IDR: "19421.50",
  ILS: "3.7880",
  INR: "102.9850",
  KRW: "1702.15",
  MXN: "21.3620",
  MYR: "4.8260",
  NZD: "2.0520",
  PHP: "68.3900",
  SGD: "1.5160",
  THB: "37.6420",
  ZAR: "19.9750",
};

/** A rate never strays further than this from its table value, so that two days differ by less than 0.3 %, also against the dollar. */
const MAX_DRIFT = 0.0006;

/** Answers only for the file. */
export async function serveRates(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  if (request.method !== "GET" || request.url?.split("?")[0] !== RATES_PATH)
    return send(response, json({ message: "not found" }, 404));
  send(response, { status: 200, contentType: "text/xml; charset=utf-8", body: dailyFile(new Date()) });
}

/** The bank's daily file as of `now`: dated today, on a weekend the Friday before. */
export function dailyFile(now: Date): string {
  const day = businessDay(now);
  const time = day.toISOString().slice(0, 10);
  const entries = Object.keys(PER_EURO).map(
    (currency) => `\t\t\t<Cube currency='${currency}' rate='${rateOn(currency, day)}'/>`,
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">`,
    "\t<gesmes:subject>Reference rates</gesmes:subject>",
    "\t<gesmes:Sender>",
    "\t\t<gesmes:name>European Central Bank</gesmes:name>",
    "\t</gesmes:Sender>",
    "\t<Cube>",
    `\t\t<Cube time='${time}'>`,
    ...entries,
    "\t\t</Cube>",
    "\t</Cube>",
    "</gesmes:Envelope>",
    "",
  ].join("\n");
}

function businessDay(now: Date): Date {
  const weekday = now.getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return new Date(now.getTime() - back * DAY);
}

function rateOn(currency: string, day: Date): string {
  const table = PER_EURO[currency]!;
  const phase = currency.charCodeAt(0) * 7 + currency.charCodeAt(1) * 3 + currency.charCodeAt(2);
  const drift = MAX_DRIFT * Math.sin(Math.floor(day.getTime() / DAY) * 0.9 + phase);
  return (Number(table) * (1 + drift)).toFixed(table.split(".")[1]!.length);
}
