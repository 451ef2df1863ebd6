/** A certificate for 127.0.0.1 that signs itself, made on the spot (X.509 version 3 in DER, RFC 5280; ECDSA with P-256). */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export type Credentials = { readonly key: string; readonly cert: string };

const DAY_MS = 86_400_000;

export function selfSigned(): Credentials {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2)); // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from("bench sink")))));
  const now = Date.now();
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(oid(2, 5, 29, 17), der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1))))))),
  );
  const signature = der(0x03, Buffer.of(0), sign("sha256", unsigned, privateKey));
  const lines = sequence(unsigned, algorithm, signature)
    .toString("base64")
    .replaceAll(/.{64}(?!$)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length, contents of less than 64 KiB. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const value = Buffer.concat(contents);
  const size = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);

const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`));

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const base128 = (value: number): number[] =>
    value < 128 ? [value] : [...base128(Math.floor(value / 128)).map((byte) => byte | 128), value % 128];
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}
