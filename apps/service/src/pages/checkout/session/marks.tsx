/** By what a method is known to those who pay with it: simple drawings of our own, in the colours that people look for. */
import type { PaymentMethod } from "@holdfast/contract";
import type { JSX } from "preact";

type Mark = {
  readonly drawing: JSX.Element;
  /** Where it is used; everywhere without. */
  readonly countries?: readonly string[];
};

const word = (text: string, { fill, size, isSlanted = false }: { fill: string; size: number; isSlanted?: boolean }) => (
  <text
    x="18"
    y="12"
    fill={fill}
    font-size={size}
    font-weight="800"
    class={isSlanted ? "italic" : undefined}
    text-anchor="middle"
    dominant-baseline="central"
  >
    {text}
  </text>
);

const card = (fill: string): JSX.Element => (
  <rect x="0.5" y="0.5" width="35" height="23" rx="4" fill={fill} stroke="#8884" />
);

const MARKS: Readonly<Record<PaymentMethod, readonly Mark[]>> = {
  card: [
    {
      // Visa.
      drawing: (
        <>
          {card("#fff")}
          {word("VISA", { fill: "#1a1f71", size: 11, isSlanted: true })}
        </>
      ),
    },
    {
      // Mastercard.
      drawing: (
        <>
          {card("#fff")}
          <circle cx="14" cy="12" r="7" fill="#eb001b" />
          <circle cx="22" cy="12" r="7" fill="#f79e1b" />
          <path d="M18 6.25a7 7 0 0 1 0 11.5 7 7 0 0 1 0-11.5Z" fill="#ff5f00" />
        </>
      ),
    },
  ],
  mobile_money: [
    {
      // M-Pesa.
      countries: ["KE", "TZ", "MZ", "CD", "LS"],
      drawing: (
        <>
          {card("#fff")}
          {word("M-PESA", { fill: "#137a2f", size: 8 })}
        </>
      ),
    },
    {
      // MTN MoMo.
      countries: ["UG", "GH", "RW", "ZM", "CM", "CI", "BJ", "CG", "NG", "LR", "GN", "SZ", "SS"],
      drawing: (
        <>
          {card("#ffcb05")}
          {word("MTN", { fill: "#000", size: 11 })}
        </>
      ),
    },
    {
      // Airtel Money.
      countries: ["KE", "UG", "RW", "TZ", "ZM", "MW", "CD", "GA", "CG", "NE", "TD", "NG", "MG", "SC"],
      drawing: (
        <>
          {card("#d50000")}
          {word("airtel", { fill: "#fff", size: 10 })}
        </>
      ),
    },
  ],
  bank: [],
};

/** @param countries whose phones can pay here: two letters each. */
export function Marks({
  method,
  countries,
}: {
  method: PaymentMethod;
  countries: readonly string[];
}): JSX.Element | null {
  const shown = MARKS[method].filter(
    (mark) => mark.countries === undefined || mark.countries.some((one) => countries.includes(one)),
  );
  if (shown.length === 0) return null;
  return (
    <span aria-hidden="true" class="inline-flex gap-1">
      {shown.map(({ drawing }) => (
        <svg aria-hidden="true" viewBox="0 0 36 24" width="30" height="20" class="shrink-0">
          {drawing}
        </svg>
      ))}
    </span>
  );
}
