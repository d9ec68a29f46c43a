import { notFound } from "next/navigation";

/** What is no page of the platform's side is said so within it. */
export default function Unknown() {
  notFound();
}
