// The part of Lit that the page uses, for `tsc --checkJs`. Not Lit's own declarations.
export type Template = unknown;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function render(value: unknown, container: HTMLElement): unknown;
export const nothing: symbol;
export function keyed(key: unknown, value: unknown): Template;
export function guard(values: unknown, make: () => unknown): unknown;
export function repeat<T>(items: Iterable<T>, key: (item: T) => unknown, make: (item: T) => unknown): unknown;
export function live(value: unknown): unknown;
export class LitElement extends HTMLElement {
  static properties: Record<string, object>;
  readonly updateComplete: Promise<boolean>;
  readonly hasUpdated: boolean;
  connectedCallback(): void;
  disconnectedCallback(): void;
  requestUpdate(): void;
  addController(controller: { hostConnected?(): void; hostDisconnected?(): void; hostUpdated?(): void }): void;
  protected scheduleUpdate(): void | Promise<unknown>;
  protected createRenderRoot(): HTMLElement | DocumentFragment;
  protected shouldUpdate(changed: Map<string, any>): boolean;
  protected willUpdate(changed: Map<string, any>): void;
  protected firstUpdated(changed: Map<string, any>): void;
  protected updated(changed: Map<string, any>): void;
  protected render(): unknown;
}
