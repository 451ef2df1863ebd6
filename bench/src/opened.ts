/** What is opened part by part. */
export type Parts = {
  /** Closed with the rest, the last one first. */
  onClose(close: () => Promise<unknown> | unknown): void;
  keep<Part extends { stop(): Promise<void> }>(part: Part): Part;
  close(): Promise<void>;
};

/** Opens all of it. When a part can't be opened, those before it are closed, and the error goes on. */
export async function openInParts<Whole>(open: (parts: Parts) => Promise<Whole>): Promise<Whole> {
  const closers: (() => Promise<unknown> | unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  const onClose: Parts["onClose"] = (closer) => closers.push(closer);
  const keep: Parts["keep"] = (part) => {
    onClose(() => part.stop());
    return part;
  };
  try {
    return await open({ onClose, keep, close });
  } catch (error) {
    await close();
    throw error;
  }
}
