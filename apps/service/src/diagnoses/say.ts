/**
 * What is told of a seller's server, by whatever looked at it: the guard of addresses, an attempt, the doctor. It is written and
 * kept in English, as the command line and the API show it; what a page shows of it, `translate` reads back.
 */
import type { Areas } from "../words/areas.js";

/** Sentences and their pieces as they stand in the catalogues; `{names}` are filled in. */
export type Sentence = keyof Areas["diagnoses"];

type Slot<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slot<Rest> : never;

/** A sentence that nothing is filled into. */
type Plain = { [One in Sentence]: Slot<One> extends never ? One : never }[Sentence];

declare const SAID: unique symbol;
/** A sentence of the catalogues, filled in; or what somebody else said, as it came. */
export type Said = Plain | (string & { readonly [SAID]: true });

/** What is filled in may be a piece of the catalogues itself, or several with "; " between them. */
export const say = <Text extends Sentence>(
  sentence: Text,
  values: Readonly<Record<Slot<Text>, string | number>>,
): Said => sentence.replaceAll(/\{(\w+)\}/g, (_, name: Slot<Text>) => String(values[name])) as Said;

/** What a probe or another part of the program told. */
export const asItCame = (text: string): Said => text as Said;
