/** Certificates for tests, made on the spot: X.509 version 3 in DER (RFC 5280, ITU X.690), ECDSA with P-256. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Credentials = { readonly key: string; readonly cert: string };

export type Authority = { readonly pem: string; issue(wanted?: Wanted): Credentials };

export type Wanted = {
  /** `name` or address; none when empty. */
  readonly names?: readonly string[];
  readonly validFrom?: Date;
  readonly validTo?: Date;
  /** Signed by its own key. */
  readonly isSelfSigned?: boolean;
};

const YEAR_MS = 365 * 86_400_000;

export function openAuthority(commonName = "Test Authority"): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = { subject: commonName, issuer: commonName, publicKey: keys.publicKey, signer: keys.privateKey };
  const root = certificate({ ...own, extensions: [BASIC_CONSTRAINTS_CA], ...around(new Date()) });
  return {
    pem: pem(root),
    issue({ names = ["hooks.test"], isSelfSigned = false, ...dates } = {}) {
      const leaf = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const cert = certificate({
        subject: "receiver",
        issuer: isSelfSigned ? "receiver" : commonName,
        publicKey: leaf.publicKey,
        signer: isSelfSigned ? leaf.privateKey : keys.privateKey,
        extensions: names.length === 0 ? [] : [subjectAltNames(names)],
        ...around(new Date()),
        ...dates,
      });
      return { cert: pem(cert), key: leaf.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
    },
  };
}

const around = (now: Date): { validFrom: Date; validTo: Date } => ({
  validFrom: new Date(now.getTime() - YEAR_MS),
  validTo: new Date(now.getTime() + YEAR_MS),
});

type Contents = {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly validFrom: Date;
  readonly validTo: Date;
};

function certificate(contents: Contents): Buffer {
  const { subject, issuer, publicKey, signer, extensions, validFrom, validTo } = contents;
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2)); // ecdsa-with-SHA256
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(issuer),
    sequence(time(validFrom), time(validTo)),
    commonName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  );
  return sequence(unsigned, algorithm, bits(sign("sha256", unsigned, signer)));
}

/** Tag, length, contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const value = Buffer.concat(contents);
  const size = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const bits = (value: Buffer): Buffer => der(0x03, Buffer.from([0]), value);
const octets = (value: Buffer): Buffer => der(0x04, value);
const commonName = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(text)))));
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`));

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const base128 = (value: number): number[] =>
    value < 128 ? [value] : [...base128(Math.floor(value / 128)).map((byte) => byte | 128), value % 128];
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

const BASIC_CONSTRAINTS_CA = sequence(
  oid(2, 5, 29, 19),
  der(0x01, Buffer.from([255])), // critical
  octets(sequence(der(0x01, Buffer.from([255])))), // is an authority
);

function subjectAltNames(names: readonly string[]): Buffer {
  const one = (name: string): Buffer =>
    /^[\d.]+$/.test(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
  return sequence(oid(2, 5, 29, 17), octets(sequence(...names.map(one))));
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64").replaceAll(/.{64}(?!$)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
