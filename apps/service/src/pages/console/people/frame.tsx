/** The frame of pages that belong to a person and to no account. */
import type { ComponentChildren, JSX } from "preact";
import { Document } from "../../kit/document.js";
import { useWords } from "../../kit/language.js";
import { CONSOLE_PATH, ME_PATH } from "../../kit/links.js";
import { titled } from "../../kit/operator.js";
import type { PersonContext } from "../../kit/person-context.js";
import { MenuLink, Shell } from "../../kit/shell.js";
import { shellWords } from "../../kit/words.js";
import { frameWords } from "../words.js";
import { sharedWords } from "./words.js";

export function PersonFrame({
  person,
  title,
  passkeys = false,
  children,
}: {
  person: PersonContext;
  title: string;
  /** Whether the page asks for a passkey. */
  passkeys?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  const { site, locale, seller } = person;
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(title)}
      description={sharedWords(locale).personDescription}
      passkeys={passkeys}
    >
      <Shell context={person} menu={<Menu person={person} />} whose={null}>
        <div class="max-w-3xl" data-person={seller.id}>
          {children}
        </div>
      </Shell>
    </Document>
  );
}

function Menu({ person: { seller } }: { person: PersonContext }): JSX.Element {
  const words = useWords(sharedWords);
  const shell = useWords(shellWords);
  return (
    <nav aria-label={words.menu}>
      <MenuLink href={ME_PATH} label={shell.accountSecurity} icon="user-round" isCurrent />
      {seller.memberships.length === 0 ? null : (
        <p class="muted px-2 pt-4 pb-1 text-xs font-medium">{words.accounts}</p>
      )}
      {seller.memberships.map(({ sellerCode, tradingName }) => (
        <MenuLink href={`${CONSOLE_PATH}/${sellerCode}`} label={tradingName} icon="store" isCurrent={false} />
      ))}
      {seller.mayHaveMore ? (
        <MenuLink
          href={`${CONSOLE_PATH}?choose=1`}
          label={useWords(frameWords).switchAccount}
          icon="store"
          isCurrent={false}
        />
      ) : null}
      <MenuLink href={`${CONSOLE_PATH}/new`} label={words.openAnother} icon="plus" isCurrent={false} />
    </nav>
  );
}
