// The HTTP side of the server.
import type {
  Analysis,
  AskAnalysis,
  AskHint,
  Claim,
  Code,
  CreateTable,
  Info,
  Join,
  ListName,
  Listing,
  Me,
  PassAround,
  PersonalLink,
  PlayNow,
  Problem,
  Reach,
  ScreenLink,
  ScreenOf,
  Seated,
  SetSeat,
  Settings,
  SetWebhook,
  Start,
  Verification,
} from "../wire";

/** An answer from 400 on, or no answer at all (`offline`). */
export class Trouble extends Error {
  constructor(
    readonly code: Code | "offline",
    readonly expected = "",
  ) {
    super(code);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const sent =
    body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/api${path}`, sent).catch(() => {
    throw new Trouble("offline");
  });
  if (!response.ok) throw await trouble(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function trouble(response: Response): Promise<Trouble> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return new Trouble(problem?.code ?? "busy", problem?.expected);
}

let info: Promise<Info> | undefined;

export const api = {
  info: (): Promise<Info> =>
    (info ??= call<Info>("/info").catch((error: unknown) => {
      info = undefined;
      throw error;
    })),
  playNow: (body: PlayNow) => call<Seated>("/play-now", body),
  passAround: (body: PassAround) => call<Seated>("/pass-around", body),
  create: (body: CreateTable) => call<Seated>("/tables", body),
  list: (name: ListName, before: number | null = null) =>
    call<Listing>(`/tables?list=${name}${before === null ? "" : `&before=${before}`}`),
  mine: (before: number | null = null) => call<Listing>(before === null ? "/mine" : `/mine?before=${before}`),
  table: (id: string) => call<Seated>(`/tables/${id}`),
  join: (id: string, body: Join) => call<Seated>(`/tables/${id}/join`, body),
  leave: (id: string) => call<Seated>(`/tables/${id}/leave`, {}),
  takeBack: (id: string) => call<Seated>(`/tables/${id}/takeback`, {}),
  start: (id: string, body: Start) => call<Seated>(`/tables/${id}/start`, body),
  settings: (id: string, body: Settings) => call<Seated>(`/tables/${id}/settings`, body),
  setSeat: (id: string, seat: number, body: SetSeat) => call<Seated>(`/tables/${id}/seats/${seat}`, body),
  me: (id: string, body: Me) => call<Seated>(`/tables/${id}/me`, body),
  rematch: (id: string, mixed = false) => call<Seated>(`/tables/${id}/rematch?mixed=${mixed}`, {}),
  reach: () => call<Reach>("/reach"),
  setReach: (lan: boolean) => call<Reach>("/reach", { lan }),
  link: (id: string, endOthers = false) => call<PersonalLink>(`/tables/${id}/link`, { end_others: endOthers }),
  screen: (id: string) => call<ScreenLink>(`/tables/${id}/screen`, {}),
  /** The table of a screen's code; of a screen that shows `table`, its rematch when there is one. */
  screenOf: (code: string, table?: string) => call<ScreenOf>(`/screens/${code}${table ? `?table=${table}` : ""}`),
  claim: (id: string, body: Claim) => call<Seated>(`/tables/${id}/claim`, body),
  webhook: (id: string, body: SetWebhook) => call<undefined>(`/tables/${id}/webhook`, body),
  hint: (id: string, body: AskHint) => call<Analysis>(`/tables/${id}/hint`, body),
  analysis: (id: string, body: AskAnalysis) => call<Analysis>(`/tables/${id}/analysis`, body),
  verify: (id: string) => call<Verification>(`/tables/${id}/verify`),
  record: (id: string) => call<{ events: unknown[] }>(`/tables/${id}/record`),
};
