import type { OperatorLogo } from "../domain/operator-identity.js";
import { operatorIdentity } from "../words/operator-names.js";
import { readZone, UTC } from "../words/zone.js";
import { type Letter, type Mail, type SenderLogo, writeMail } from "./letter.js";
import { TEMPLATES } from "./templates.js";

/** What the outbox keeps of a mail's words. */
export type StoredWords = {
  readonly template: string;
  readonly params: unknown;
  /** The reader's time zone, where it is known; else moments are in UTC. */
  readonly zone?: string | null;
};

/**
 * The words of a mail: subject, plain text and HTML; and the pictures that have to travel with it.
 * @param publicUrl the origin that links to our pages start with.
 * @throws Error for an unknown template, or for parameters that do not fit it: the row was written by a bug, or by a newer
 *   version of the service.
 */
export function renderMail(stored: StoredWords, publicUrl: string): Rendered {
  const { sender, ...letter } = readLetter(stored, publicUrl);
  const mail = writeMail({ ...letter, sender });
  return { ...mail, via: sender?.via ?? null, logo: sender?.logo ?? null, operatorLogo: operatorIdentity().logo };
}

type Rendered = Mail & {
  /** The seller's name, in whose name the operator sends it; null for a mail from the operator. */
  readonly via: string | null;
  readonly logo: SenderLogo | null;
  readonly operatorLogo: OperatorLogo | null;
};

function readLetter({ template, params, zone }: StoredWords, publicUrl: string): Letter {
  if (!isTemplate(template)) throw new Error(`there is no mail template ${JSON.stringify(template)}`);
  return TEMPLATES[template](params, publicUrl, readZone(zone) ?? UTC);
}

/** A letter for the mailbox, where one that can't be rendered must not hide the others: it says so in its place. */
export function showLetter(stored: StoredWords, publicUrl: string): Letter {
  try {
    return readLetter(stored, publicUrl);
  } catch (error) {
    return {
      locale: "en",
      subject: `This email can't be shown (${stored.template})`,
      blocks: [{ say: error instanceof Error ? error.message : String(error) }],
      footer: "It is in the outbox, and this version of the service has no words for it.",
    };
  }
}

const isTemplate = (name: string): name is keyof typeof TEMPLATES => Object.hasOwn(TEMPLATES, name);
