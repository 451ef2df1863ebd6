/** Deliveries to an endpoint that were given up, to choose from and send again. */

import type { JSX } from "preact";
import { formatId } from "../../../../domain/ids.js";
import type { FailedDelivery } from "../../../../store/read/webhooks/deliveries.js";
import { DeliveryBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { Pager } from "../../../kit/pager.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { Stamp } from "../../../kit/times.js";
import { Cell, Empty, Notice, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl, failedUrl } from "../../links.js";

import { failedWords, partWords } from "../words.js";
import type { FailedView } from "./load.js";

type Props = FailedView & { readonly context: ConsoleContext; readonly said: string | null };

export function FailedPage({ context, endpoint, page, said }: Props): JSX.Element {
  const words = failedWords(context.locale);
  const parts = partWords(context.locale);
  const path = failedUrl(context, endpoint.id);
  const mayResend = context.may("develop") && page.rows.some(({ since }) => since === "LOST");
  return (
    <Frame context={context} title={words.title} entry="/webhooks">
      <PageHead
        title={words.title}
        up={{ href: endpointUrl(context, endpoint.id), label: parts.endpoint }}
        lead={<Say text={words.lead} url={<bdi class="[overflow-wrap:anywhere]">{endpoint.url}</bdi>} />}
      />
      {said === null ? null : <Notice tone="note">{said}</Notice>}
      {page.rows.length === 0 ? (
        <Empty icon="send" title={words.none}>
          {words.noneText}
        </Empty>
      ) : (
        <form method="post" action={path}>
          <input type="hidden" name="csrf" value={context.csrf} />
          {mayResend ? <Buttons /> : null}
          <Table
            label={words.title}
            head={[<span class="sr-only">{words.choose}</span>, parts.event, words.since, words.givenUp]}
            columns={["", "", "max-sm:hidden", "max-sm:hidden"]}
          >
            {page.rows.map((delivery) => (
              <Row context={context} path={endpointUrl(context, endpoint.id)} delivery={delivery} />
            ))}
          </Table>
        </form>
      )}
      <Pager page={page} path={path} query={{}} />
    </Frame>
  );
}

function Buttons(): JSX.Element {
  const words = useWords(failedWords);
  return (
    <div class="mb-3 flex flex-wrap items-center gap-2">
      <button type="submit" name="which" value="ticked" class="btn btn-primary">
        <Icon name="rotate-ccw" class="size-4" />
        {words.resendSelected}
      </button>
      <button type="submit" name="which" value="page" class="btn">
        {words.resendPage}
      </button>
      <p class="muted basis-full text-sm">{words.leftOut}</p>
    </div>
  );
}

function Row({
  context,
  path,
  delivery: { position, type, event, title, since, closed_at },
}: {
  context: ConsoleContext;
  path: string;
  delivery: FailedDelivery;
}): JSX.Element {
  const isLost = since === "LOST";
  const standing = <DeliveryBadge status={isLost ? "FAILED" : since} />;
  return (
    <tr>
      <Cell class="w-10 pe-0!">
        {isLost && context.may("develop") ? (
          <label class="grid size-6 cursor-pointer place-items-center">
            <input type="checkbox" name={`tick:${position}`} class="size-4.5 accent-primary" />
            <span class="sr-only">{useWords(failedWords).row({ type, number: position })}</span>
            <input type="hidden" name={`row:${position}`} value="on" />
          </label>
        ) : null}
      </Cell>
      <Cell class="min-w-40">
        <a class="link link-primary font-medium [overflow-wrap:anywhere]" href={`${path}/deliveries/${position}`}>
          {type}
        </a>
        {title === null ? null : <Given text={title} lines={2} class="text-xs" />}
        <span class="muted block">
          <ShortId>{formatId("event", event)}</ShortId>
        </span>
        <span class="muted block text-xs sm:hidden">
          <Stamp at={closed_at} />
        </span>
        <span class="mt-1 block sm:hidden">{standing}</span>
      </Cell>
      <Cell class="max-sm:hidden">{standing}</Cell>
      <Cell class="max-sm:hidden">
        <Stamp at={closed_at} />
      </Cell>
    </tr>
  );
}
