/** What `holdfast listen` signs and sends are the stored bytes of an event, whatever a merchant wrote into it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemsOf } from "../src/envelope.js";

const HOSTILE = '"},"data":[{"id":"evt_0"}],\\"next\\": null {[ Åsa 子 🏺 \u2028 \\u0041 \\';

describe("the items of a list, byte for byte", () => {
  test("what looks like the end of a string, an item or a list is not one", () => {
    const items = [
      `{"id":"evt_1","data":{"object":{"title":${JSON.stringify(HOSTILE)}}}}`,
      '{ "data" : [ { } , [ ] ] ,\n "n" : 1.0e+3 }',
      '{"\\"data":"\\\\","data":["]}",",","\\u0022"]}',
      '"{"',
      "-0.10",
      "null",
    ];
    const envelope = `{"object":"list","data":[${items.join(",")}],"next":"[,]","previous":null}`;
    expect(itemsOf(envelope)).toEqual(items);
    expect(itemsOf(`\n{ "next" : {"data":[1]} , "d\\u0061ta" : [ ${items.join(" ,\t")} ] }\n`)).toEqual(items);
    expect(itemsOf('{"data":[]}')).toEqual([]);
    expect(itemsOf('{"data":[1],"data":[ ]}')).toEqual([]);
    expect(itemsOf("{}")).toEqual([]);
  });

  test("any list of anything, however it is spaced", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constantFrom(0, 1, "\t"), (values, other, space) => {
        const items = values.map((value) => JSON.stringify(value, null, space));
        const envelope = `{${JSON.stringify(HOSTILE)}:${JSON.stringify(other)},"data":[${items.join(", ")}],"next":null}`;
        expect(itemsOf(envelope)).toEqual(items);
      }),
    );
  });
});
