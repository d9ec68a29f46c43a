import { Nothing } from "#components/storefront/nothing.tsx";

export default function StorefrontNotFound() {
  return <Nothing />;
}
