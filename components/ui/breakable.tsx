import { Fragment } from "react";

/** After what an address or an id may end its line, before it is broken just anywhere; what is long anyway stays with its beginning. */
const PLACES = /(?<=[@./_:$-])(?=\w)(?!\w{20})/;

/** An address or an id that goes on in the next line where a reader would break it. What is copied has nothing added. */
export function Breakable({ text }: { text: string }) {
  let at = 0;
  return text.split(PLACES).map((part) => {
    const key = at;
    at += part.length;
    return (
      <Fragment key={key}>
        {key > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
