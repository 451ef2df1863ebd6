/** What a call returns: a promise of the object, which also gives the answer around it, and for a list its items. */

/** An answer with what stands around its object. */
export interface Answer<Data> {
  readonly data: Data;
  /** Status and headers; its body has been read. */
  readonly response: Response;
  readonly requestId: string | null;
  /** The Idempotency-Key had been used: `data` is the answer that was given then. */
  readonly isReplayed: boolean;
}

/** The request is sent at once, whether it is waited for or not. */
export class Call<Data> extends Promise<Data> {
  readonly #answer: Promise<Answer<Data>>;

  /** @internal */
  constructor(answer: Promise<Answer<Data>>) {
    super(() => undefined);
    this.#answer = answer;
  }

  /** What `then` returns is a promise like any other. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // A promise of the object alone would reject unheard when only `withResponse` is waited for.
  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<Result = Data, Failure = never>(
    fulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#answer.then(({ data }) => data).then(fulfilled, rejected);
  }

  override catch<Failure = never>(
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(null, rejected);
  }

  override finally(done?: (() => void) | null): Promise<Data> {
    return this.then().finally(done);
  }
}

/** A page of a list, as the API answers it. */
export interface Page<Item> {
  readonly object: "list";
  readonly data: readonly Item[];
  /** Complete URLs of the neighbouring pages. */
  readonly next: string | null;
  readonly previous: string | null;
}

/** `await` it for the first page; `for await` goes through the items of all pages. */
export class ListCall<Item> extends Call<Page<Item>> implements AsyncIterable<Item> {
  readonly #more: (next: string) => Promise<Page<Item>>;

  /** @internal */
  constructor(first: Promise<Answer<Page<Item>>>, more: (next: string) => Promise<Page<Item>>) {
    super(first);
    this.#more = more;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page: Page<Item> = (await this.withResponse()).data;
    // A list of what came after an event always has a next page: it ends where that one is empty.
    while (page.data.length > 0) {
      yield* page.data;
      if (page.next === null) return;
      page = await this.#more(page.next);
    }
  }
}
