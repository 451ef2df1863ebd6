/** What happens to sign-ins and to what gives access to an account, as the log of security events keeps it. */

export type SecurityEventKind =
  | "signed_in"
  | "signed_in_new_browser"
  | "sign_in_failed"
  | "code_wrong"
  /** Of a buyer: known by its network alone, not by the address it was for. */
  | "buyer_code_wrong"
  | "signed_out_everywhere"
  | "proved"
  | "code_sent"
  | "password_changed"
  | "second_factor_on"
  | "second_factor_off"
  | "passkey_added"
  | "passkey_removed"
  | "recovery_code_used"
  | "recovery_codes_new"
  | "second_factor_blocked"
  /** Of two cells: the subject is the one whose sign-in is no more. */
  | "sign_ins_joined"
  | "key_created"
  | "key_revoked"
  | "destination_added"
  | "destination_removed"
  | "endpoint_added"
  | "secret_shown"
  | "secret_rotated"
  | "frame_origins_changed"
  | "domain_changed"
  /** Of the account: the subject has the old and the new one. */
  | "trading_name_changed"
  /** Of the account, too. */
  | "account_email_changed"
  /** What one member may give back alone; the subject has it, "" for any sum. */
  | "refund_limit_changed"
  | "member_invited"
  | "invitation_revoked"
  | "member_joined"
  | "role_changed"
  | "member_removed"
  | "operator_granted"
  | "operator_revoked";

/** The person who does something, and where from. */
export type Actor = {
  /** Null for the command line, and for people who haven't signed in. */
  readonly sellerId: string | null;
  /** The address, or the network of an IPv6 address; empty for the command line. */
  readonly network: string;
  /** What the browser calls itself, at most 300 characters. */
  readonly userAgent: string;
};

export const COMMAND_LINE_ACTOR: Actor = { sellerId: null, network: "", userAgent: "command line" };

/** A quarter of an hour: how old the proof of a session may be where money moves or access is handed out. */
export const PROOF_SECONDS = 900;
/** The same for the operators' desk. */
export const DESK_PROOF_SECONDS = 3_600;
