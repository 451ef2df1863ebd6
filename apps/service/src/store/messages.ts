/** Of a message `m`, as part of a statement: the seller has to answer it. The condition of the index order_messages_for_seller. */
export const WAITS_FOR_SELLER = "m.answered_at is null and m.author <> 'merchant' and m.channel <> 'operator_buyer'";
