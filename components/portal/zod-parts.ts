/** What forms check with, fetched when somebody begins to fill one in: pages are shown without it. */
export { zodResolver } from "@hookform/resolvers/zod";
export {
  array,
  boolean,
  custom,
  email,
  enum,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  object,
  pipe,
  refine,
  regex,
  string,
  toLowerCase,
  transform,
  trim,
} from "zod/mini";
