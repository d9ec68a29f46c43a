import type { ReactNode } from "react";
import { Count } from "./count.tsx";

/** What stands in a list or beside a name: a number of things as the reader writes numbers, all else as it is. */
export const asCount = (shown: ReactNode): ReactNode => (typeof shown === "number" ? <Count n={shown} /> : shown);
