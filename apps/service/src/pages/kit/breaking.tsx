/** Long words of machines, which a narrow column breaks where a reader would: types of events, codes, email addresses. */
import type { JSX } from "preact";

/** Behind a dot or a line within a word, unless a digit follows the dot; before an "@". */
const BREAKS = /(?<=\w_)(?=[^\s_])|(?<=[^\s.]\.)(?=[^\s.\d])|(?<=\S)(?=@)/u;

/** The same text, which may go on on the next line behind its dots and lines, and before its "@". What is copied of it is the text. */
export const Breaking = ({ text }: { text: string }): JSX.Element => (
  <>
    {text.split(BREAKS).map((part, at) => (
      <>
        {at === 0 ? null : <wbr />}
        {part}
      </>
    ))}
  </>
);
