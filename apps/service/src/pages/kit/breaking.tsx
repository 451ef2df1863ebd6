/** Long words of machines, which a narrow column breaks where a reader would: the types of events, the addresses of people. */
import type { JSX } from "preact";

/** Behind a dot within a word, unless it stands before a digit; before an "@". */
const BREAKS = /(?<=[^\s.]\.)(?=[^\s.\d])|(?<=\S)(?=@)/u;

/** The same text, which may go on on the next line behind its dots and before its "@". What is copied of it is the text. */
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
