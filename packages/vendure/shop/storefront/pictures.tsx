/** Drawings of the twelve goods: a shape in its glaze, on a ground of its own. */
import type { JSX } from "preact";

type Drawing = { readonly ground: string; readonly glaze: readonly [string, string]; readonly shape: JSX.Element };

const CLAY = "#b08363";

/** `body` is filled with the glaze, `clay` is left bare, `dark` is the inside. */
const Body = ({ d }: { d: string }): JSX.Element => <path d={d} fill="url(#glaze)" />;
const Dark = (props: { cx: number; cy: number; rx: number; ry: number }): JSX.Element => (
  <ellipse {...props} fill="#2d2420" fill-opacity="0.34" />
);
const Rim = (props: { cx: number; cy: number; rx: number; ry: number }): JSX.Element => (
  <ellipse {...props} fill="url(#glaze)" stroke="#fff" stroke-opacity="0.35" stroke-width="1.5" />
);
const WebhookFixture = ({ cx = 120, rx = 62 }: { cx?: number; rx?: number }): JSX.Element => (
  <ellipse cx={cx} cy="196" rx={rx} ry="8" fill="#000" fill-opacity="0.13" />
);

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  "dinner-set": {
    ground: "#dfe5e0",
    glaze: ["#fbf7ec", "#d9cfb8"],
    shape: (
      <>
        <WebhookFixture rx={84} />
        <Body d="M34 178q86 34 172 0l-14 12q-72 16-144 0z" />
        <Rim cx={120} cy={177} rx={86} ry={15} />
        <Body d="M46 164q74 28 148 0l-12 11q-62 14-124 0z" />
        <Rim cx={120} cy={163} rx={74} ry={13} />
        <Body d="M70 112c2 34 22 50 50 50s48-16 50-50z" />
        <Rim cx={120} cy={112} rx={50} ry={11} />
        <Dark cx={120} cy={113} rx={44} ry={8} />
      </>
    ),
  },
  "breakfast-bowl": {
    ground: "#efe3d6",
    glaze: ["#8fb0b8", "#527983"],
    shape: (
      <>
        <WebhookFixture rx={48} />
        <path d="M96 182h48l-4 13q-20 4-40 0z" fill={CLAY} />
        <Body d="M52 108c2 50 30 78 68 78s66-28 68-78z" />
        <Rim cx={120} cy={108} rx={68} ry={15} />
        <Dark cx={120} cy={110} rx={61} ry={11} />
      </>
    ),
  },
  "stoneware-mug": {
    ground: "#e3e0ea",
    glaze: ["#f1e9da", "#c9b99c"],
    shape: (
      <>
        <WebhookFixture rx={52} />
        <path
          d="M158 112c38-6 46 18 38 36s-26 26-42 24"
          fill="none"
          stroke="#cdbd9f"
          stroke-width="13"
          stroke-linecap="round"
        />
        <path d="M78 176l3 18q37 8 72 0l4-18z" fill={CLAY} />
        <Body d="M70 92l8 90q40 8 78 0l8-90z" />
        <Rim cx={117} cy={92} rx={47} ry={11} />
        <Dark cx={117} cy={93} rx={41} ry={8} />
      </>
    ),
  },
  "espresso-pair": {
    ground: "#e8ddd3",
    glaze: ["#c69a78", "#8d6242"],
    shape: (
      <>
        <WebhookFixture rx={82} />
        <Body d="M46 122l9 70q26 7 50 0l9-70z" />
        <Rim cx={80} cy={122} rx={34} ry={9} />
        <ellipse cx="80" cy="124" rx="28" ry="6" fill="#3b2a20" />
        <Body d="M128 132l9 60q24 7 48 0l9-60z" />
        <Rim cx={161} cy={132} rx={33} ry={9} />
        <ellipse cx="161" cy="133" rx="27" ry="6" fill="#e9e0cf" />
      </>
    ),
  },
  "serving-platter": {
    ground: "#dce3e6",
    glaze: ["#e9d9c2", "#bb9d78"],
    shape: (
      <>
        <WebhookFixture rx={92} />
        <Body d="M20 156c4 34 48 42 100 42s96-8 100-42z" />
        <Rim cx={120} cy={156} rx={100} ry={27} />
        <ellipse cx="120" cy="158" rx="82" ry="19" fill="#a3825c" fill-opacity="0.35" />
        <path d="M74 160q46 16 92 0" fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="2" />
      </>
    ),
  },
  teapot: {
    ground: "#ede6d8",
    glaze: ["#5d7a68", "#33493d"],
    shape: (
      <>
        <WebhookFixture rx={62} />
        <path d="M172 138q26-6 34-34l10 4q-4 44-40 58z" fill="url(#glaze)" />
        <path d="M68 118c-46-8-48 50-4 52" fill="none" stroke="#42594b" stroke-width="11" stroke-linecap="round" />
        <Body d="M60 146c0-36 26-54 60-54s60 18 60 54-24 50-60 50-60-14-60-50z" />
        <Rim cx={120} cy={96} rx={30} ry={7} />
        <path d="M92 94q28-22 56 0z" fill="url(#glaze)" />
        <circle cx="120" cy="76" r="8" fill={CLAY} />
      </>
    ),
  },
  "bud-vase": {
    ground: "#e9dfe0",
    glaze: ["#d6a2a0", "#a76d6c"],
    shape: (
      <>
        <WebhookFixture rx={38} />
        <path d="M120 106q-4-40 10-72" fill="none" stroke="#5d7a52" stroke-width="3" />
        <circle cx="131" cy="32" r="9" fill="#e2b84d" />
        <path d="M124 62q-18-2-20-16 18 0 20 16z" fill="#6f8f62" />
        <Body d="M111 96c0 26-33 38-33 68 0 22 14 32 42 32s42-10 42-32c0-30-33-42-33-68z" />
        <Rim cx={120} cy={96} rx={11} ry={4} />
        <Dark cx={120} cy={97} rx={8} ry={2.6} />
      </>
    ),
  },
  "tall-vase": {
    ground: "#e0e4da",
    glaze: ["#b9b48c", "#747048"],
    shape: (
      <>
        <WebhookFixture rx={44} />
        <Body d="M104 32c0 22-30 38-30 82 0 36 16 58 20 82q26 6 52 0c4-24 20-46 20-82 0-44-30-60-30-82z" />
        <Rim cx={120} cy={32} rx={17} ry={5} />
        <Dark cx={120} cy={33} rx={13} ry={3.4} />
        <path d="M76 96q18 22 30 6t28 10 30-10" fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="5" />
      </>
    ),
  },
  "salad-bowl": {
    ground: "#eee4d3",
    glaze: ["#c99d74", "#96683f"],
    shape: (
      <>
        <WebhookFixture rx={58} />
        <Body d="M26 118c10 52 46 78 94 78s84-26 94-78z" />
        <Rim cx={120} cy={118} rx={94} ry={22} />
        <ellipse cx="120" cy="121" rx="86" ry="17" fill="#55693f" />
        <ellipse cx="120" cy="126" rx="64" ry="10" fill="#6d8551" />
      </>
    ),
  },
  "salt-cellar": {
    ground: "#dfe3ea",
    glaze: ["#f4f1ea", "#cbc4b6"],
    shape: (
      <>
        <WebhookFixture rx={56} />
        <Body d="M66 132c-6 40 2 64 54 64s60-24 54-64z" />
        <path d="M62 120q58-16 116 0v12q-58 14-116 0z" fill="#c58f58" />
        <ellipse cx="120" cy="119" rx="58" ry="11" fill="#d7a46c" />
        <ellipse cx="120" cy="112" rx="13" ry="7" fill="#a8723f" />
      </>
    ),
  },
  "candle-holder": {
    ground: "#e4dcd2",
    glaze: ["#3f5570", "#22324a"],
    shape: (
      <>
        <WebhookFixture rx={78} />
        <path d="M120 34q12 14 0 24-12-10 0-24z" fill="#f0b040" />
        <rect x="109" y="60" width="22" height="92" rx="3" fill="#f4ecd8" />
        <path d="M120 52v10" stroke="#4a3a30" stroke-width="2.5" />
        <circle cx="206" cy="176" r="14" fill="none" stroke="#31445c" stroke-width="8" />
        <Body d="M98 142l4 36h36l4-36z" />
        <Rim cx={120} cy={142} rx={22} ry={6} />
        <Body d="M38 172q82 26 164 0l-16 20q-66 12-132 0z" />
        <Rim cx={120} cy={171} rx={82} ry={13} />
        <rect x="109" y="100" width="22" height="44" fill="#f4ecd8" />
        <path d="M99 146q21 9 42 0l3 28q-24 7-48 0z" fill="url(#glaze)" />
      </>
    ),
  },
  "oil-bottle": {
    ground: "#e6e6d4",
    glaze: ["#77876a", "#465440"],
    shape: (
      <>
        <WebhookFixture rx={40} />
        <rect x="112" y="28" width="16" height="20" rx="3" fill="#c59a67" />
        <Body d="M108 46c2 34-26 40-28 74v62q4 14 40 14t40-14v-62c-2-34-30-40-28-74z" />
        <Rim cx={120} cy={46} rx={12} ry={4} />
        <rect x="96" y="130" width="48" height="36" rx="2" fill="#f3ecdb" fill-opacity="0.9" />
        <path d="M104 142h32M108 150h24" stroke="#6b6a50" stroke-width="2" />
      </>
    ),
  },
};

/** Ids of gradients belong to the page: each drawing stands in an image of its own. */
export function drawingOf(slug: string): JSX.Element | null {
  const drawing = DRAWINGS[slug];
  if (drawing === undefined) return null;
  const [light, dark] = drawing.glaze;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" aria-hidden="true">
      <defs>
        <linearGradient id="glaze" x1="0" x2="1" y1="0" y2="0.25">
          <stop offset="0" stop-color={light} />
          <stop offset="0.35" stop-color={light} />
          <stop offset="1" stop-color={dark} />
        </linearGradient>
        <radialGradient id="ground" cx="0.4" cy="0.3" r="0.9">
          <stop offset="0" stop-color="#fff" stop-opacity="0.55" />
          <stop offset="1" stop-color="#fff" stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="240" height="240" fill={drawing.ground} />
      <rect width="240" height="240" fill="url(#ground)" />
      {drawing.shape}
    </svg>
  );
}
