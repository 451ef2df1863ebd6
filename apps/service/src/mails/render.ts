import { type Mail, writeMail } from "./letter.js";
import { type MailTemplate, TEMPLATES } from "./templates.js";

/**
 * The words of a mail: subject, plain text and HTML. Takes what the outbox keeps.
 * @throws Error for a template that there is not, or parameters that are not its own: a bug of whoever wrote the row.
 */
export function renderMail(template: string, params: unknown): Mail {
  if (!isTemplate(template)) throw new Error(`there is no mail template ${JSON.stringify(template)}`);
  return render(template, params);
}

function render<Name extends MailTemplate>(name: Name, params: unknown): Mail {
  const { read, write } = TEMPLATES[name];
  return writeMail(write(read(params)));
}

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(TEMPLATES, name);
