/** Sentences of a catalogue with elements in their places: "{seller} prepared this order." */
import type { ComponentChildren, JSX } from "preact";
import type { Filled, Message, Text } from "../../words/message.js";

type Sentence = string | Message<never>;

/** What all of these sentences together are given. */
type Places<One extends Sentence> = One extends Message<infer Values> ? keyof Values : never;
type GivenTo<One extends Sentence> = {
  readonly [Place in Places<One>]: One extends Message<infer Values extends Readonly<Record<Place, Text>>>
    ? Filled<Values, ComponentChildren>[Place]
    : never;
};

/** A sentence with elements in its places. What is put in is never read for places again, so words of merchants stay words. */
export function Say<One extends Sentence>({ text, ...given }: { text: One } & GivenTo<One>): JSX.Element {
  const sentence: Sentence = text;
  return <>{typeof sentence === "string" ? sentence : sentence.parts<ComponentChildren>(given as never)}</>;
}
