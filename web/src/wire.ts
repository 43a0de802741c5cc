// Written by `python3 run.py update` from the Python types. Do not edit.

export type Colour = "gold" | "green" | "red";

export type Location = "ball_court" | "city" | "drink" | "plantation" | "pyramid" | "temple";

export type Figure = "chocolatl" | "old_man";

export type TieBreak = "behind" | "figure" | "stack";

export type Source = "ball_first" | "ball_second" | "chocolatl" | "drink_first" | "drink_last" | "drink_second" | "harvest_first" | "harvest_second" | "harvest_third" | "highest_sacrifice" | "leftover_die" | "most_stones" | "old_man" | "row" | "sacrifice" | "stones" | "temple";

export type QuestionKind = "give_back" | "lay" | "place_first" | "roll" | "sacrifice" | "take";

export type LastRoundReason = "cubes" | "goal" | "round";

export type RefusalCode = "game_over" | "no_such_seat" | "not_an_option" | "not_asked" | "not_your_card" | "too_late" | "wrong_kind" | "wrong_number";

export interface Sacrifice {
  readonly do: "sacrifice";
  readonly card: number;
}

export interface Lay {
  readonly do: "lay";
  readonly cards: readonly (readonly number[])[];
}

export interface Roll {
  readonly do: "roll";
}

export interface Pass {
  readonly do: "pass";
}

export interface Take {
  readonly do: "take";
  readonly prize: "die" | "hut";
}

export interface PlaceFirst {
  readonly do: "place_first";
  readonly seat: number;
}

export interface GiveBack {
  readonly do: "give_back";
  readonly card: number;
}

export type Action = Sacrifice | Lay | Roll | Pass | Take | PlaceFirst | GiveBack;

export interface Started {
  readonly event: "started";
  readonly players: number;
  readonly rules: Rules;
  readonly board: Board;
  readonly line: readonly number[];
  readonly rule: string;
  readonly version: string;
  readonly draw: Draw | null;
}

export interface Rules {
  readonly first_round: "gold" | "red";
  readonly dice_per_offering: "any" | "one";
  readonly give_back: "any" | "lowest";
  readonly red_reveal: "all_at_once" | "per_location";
  readonly green_reveal: "all_at_once" | "per_location";
}

export interface Board {
  readonly name: string;
  readonly cards: readonly number[];
  readonly cubes: number;
  readonly goal: number;
  readonly rounds: number;
  readonly locations: readonly Location[];
  readonly track: readonly Colour[];
  readonly improvements_low: readonly number[];
  readonly improvements_high: readonly number[];
  readonly drink: readonly Drink[];
  readonly drink_last: number;
  readonly pyramid: readonly Row[];
  readonly pyramid_lead: number;
  readonly ball_first: number;
  readonly ball_second: number;
}

export interface Drink {
  readonly first: number;
  readonly second: number;
}

export interface Row {
  readonly boxes: number;
  readonly bonus: number;
}

export interface Draw {
  readonly table: string;
  readonly attempt: number;
  readonly key_commitment: string;
  readonly kinds: readonly DrawKind[];
  readonly commitments: readonly string[];
  readonly nonces: readonly string[];
  readonly voided: readonly Voided[];
}

export interface Voided {
  readonly attempt: number;
  readonly key: string;
  readonly key_commitment: string;
  readonly kinds: readonly DrawKind[];
  readonly commitments: readonly string[];
  readonly missing: readonly number[];
}

export interface Asked {
  readonly event: "asked";
  readonly turn: number;
  readonly kind: QuestionKind;
  readonly seats: readonly number[];
  readonly locations: readonly Location[];
  readonly rule: string;
}

export interface Answered {
  readonly event: "answered";
  readonly turn: number;
  readonly seat: number;
  readonly action: Action | null;
  readonly rule: string;
}

export interface RoundStarted {
  readonly event: "round_started";
  readonly round: number;
  readonly mode: Colour;
  readonly leader: number;
  readonly box: number;
  readonly harvest: readonly number[];
  readonly improvements: readonly number[];
  readonly rule: string;
}

export interface Revealed {
  readonly event: "revealed";
  readonly locations: readonly Location[];
  readonly cards: readonly (readonly (readonly number[])[])[];
  readonly rule: string;
}

export interface Rolled {
  readonly event: "rolled";
  readonly seat: number;
  readonly location: Location;
  readonly value: number;
  readonly rule: string;
}

export interface Ranked {
  readonly event: "ranked";
  readonly location: Location;
  readonly ranking: readonly Standing[];
  readonly rule: string;
}

export interface Standing {
  readonly seat: number;
  readonly total: number;
  readonly cards: readonly number[];
  readonly huts: number;
  readonly old_man: number;
  readonly dice: readonly number[];
  readonly beats_next: TieBreak | null;
}

export interface Scored {
  readonly event: "scored";
  readonly seat: number;
  readonly points: number;
  readonly due: number;
  readonly source: Source;
  readonly box: number;
  readonly line: readonly number[];
  readonly rule: string;
}

export interface FigureTaken {
  readonly event: "figure_taken";
  readonly figure: Figure;
  readonly seat: number;
  readonly before: number | null;
  readonly rule: string;
}

export interface HutBuilt {
  readonly event: "hut_built";
  readonly seat: number;
  readonly rule: string;
}

export interface DieTaken {
  readonly event: "die_taken";
  readonly seat: number;
  readonly rule: string;
}

export interface StonePlaced {
  readonly event: "stone_placed";
  readonly seat: number;
  readonly stone: number;
  readonly row: number;
  readonly rule: string;
}

export interface RowCompleted {
  readonly event: "row_completed";
  readonly row: number;
  readonly stones: readonly number[];
  readonly winner: number;
  readonly tie: TieBreak | null;
  readonly rule: string;
}

export interface Exchanged {
  readonly event: "exchanged";
  readonly seat: number;
  readonly won: number;
  readonly lost: number | null;
  readonly rule: string;
}

export interface LastRound {
  readonly event: "last_round";
  readonly reason: LastRoundReason;
  readonly seat: number | null;
  readonly rule: string;
}

export interface RoundEnded {
  readonly event: "round_ended";
  readonly round: number;
  readonly rule: string;
}

export interface AltarOpened {
  readonly event: "altar_opened";
  readonly cards: readonly number[];
  readonly rule: string;
}

export interface LeftoverRolled {
  readonly event: "leftover_rolled";
  readonly seat: number;
  readonly value: number;
  readonly rule: string;
}

export interface GameEnded {
  readonly event: "game_ended";
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly by: "points" | "sacrifice" | "shared";
  readonly rule: string;
}

export type Event = Started | Asked | Answered | RoundStarted | Revealed | Rolled | Ranked | Scored | FigureTaken | HutBuilt | DieTaken | StonePlaced | RowCompleted | Exchanged | LastRound | RoundEnded | AltarOpened | LeftoverRolled | GameEnded;

export interface ChooseSacrifice {
  readonly ask: "sacrifice";
  readonly turn: number;
  readonly cards: readonly number[];
}

export interface LayCards {
  readonly ask: "lay";
  readonly turn: number;
  readonly cards: readonly number[];
  readonly groups: readonly Group[];
}

export interface Group {
  readonly location: Location;
  readonly count: number;
  readonly laid: readonly number[];
  readonly modifiers: readonly Modifier[];
}

export interface Modifier {
  readonly source: "huts" | "old_man";
  readonly value: number;
  readonly sure: boolean;
}

export interface RollOrPass {
  readonly ask: "roll";
  readonly turn: number;
  readonly location: Location;
  readonly dice: number;
  readonly ranking: readonly Standing[];
  readonly ways: readonly (readonly number[])[];
}

export interface TakePrize {
  readonly ask: "take";
  readonly turn: number;
  readonly second: number;
}

export interface ChooseOrder {
  readonly ask: "place_first";
  readonly turn: number;
  readonly seats: readonly number[];
  readonly rows: readonly number[];
}

export interface ChooseGiveBack {
  readonly ask: "give_back";
  readonly turn: number;
  readonly won: number;
  readonly cards: readonly number[];
}

export type Question = ChooseSacrifice | LayCards | RollOrPass | TakePrize | ChooseOrder | ChooseGiveBack;

export type SeatColour = "chili" | "indigo" | "jade" | "maize" | "plum";

export type Phase = "closed" | "drawing" | "finished" | "open" | "running";

export type Presence = "away" | "bot" | "chosen" | "idle" | "thinking";

export type DrawState = "away" | "barred" | "bot" | "committed" | "none" | "opened" | "waiting";

export type DrawKind = "away" | "barred" | "bot" | "opened";

export type ListName = "finished" | "live" | "open";

export type Phrase = "again" | "heart" | "hello" | "hurry" | "laugh" | "luck" | "moment" | "ouch" | "sad" | "smile" | "thanks" | "think" | "well_played" | "wow";

export type Notice = "back" | "bot_plays" | "host" | "joined" | "left";

export type Code = RefusalCode | "bad_address" | "bad_board" | "bad_message" | "bad_name" | "bad_origin" | "bad_token" | "busy" | "chat_closed" | "colour_taken" | "hello_first" | "hints_off" | "id_reused" | "name_taken" | "no_cookie" | "no_screen" | "no_such_bot" | "no_such_table" | "no_such_thing" | "not_away" | "not_here" | "not_host" | "not_in_draw" | "not_seated" | "old_page" | "one_device" | "removed" | "seat_taken" | "spectators_closed" | "table_locked" | "too_fast" | "too_long" | "too_many_changes" | "too_new" | "wrong_attempt" | "wrong_opening" | "wrong_phase";

export interface Relaxed {
  readonly pace: "relaxed";
}

export interface Live {
  readonly pace: "live";
  readonly seconds: number;
}

export interface Bank {
  readonly pace: "bank";
  readonly seconds: number;
  readonly increment: number;
}

export interface Slow {
  readonly pace: "slow";
  readonly days: number;
}

export type Pace = Relaxed | Live | Bank | Slow;

export interface Hello {
  readonly type: "hello";
  readonly last?: number;
  readonly protocol?: number;
  readonly screen?: string | null;
  readonly seat?: number | null;
}

export interface Commit {
  readonly type: "commit";
  readonly id: string;
  readonly attempt: number;
  readonly commitment: string;
}

export interface Open {
  readonly type: "open";
  readonly id: string;
  readonly attempt: number;
  readonly nonce: string;
}

export interface Answer {
  readonly type: "answer";
  readonly id: string;
  readonly turn: number;
  readonly action: Action;
  readonly seat: number | null;
}

export interface EventsShown {
  readonly type: "shown";
  readonly last: number;
}

export interface Say {
  readonly type: "say";
  readonly id: string;
  readonly text: string;
  readonly phrase: Phrase | null;
  readonly name: string | null;
}

export interface Mute {
  readonly type: "mute";
  readonly id: string;
  readonly seat: number;
  readonly muted: boolean;
}

export interface Showing {
  readonly type: "showing";
  readonly id: string;
  readonly events: number | null;
}

export interface NextStep {
  readonly type: "next_step";
  readonly id: string;
  readonly events: number;
}

export interface Ping {
  readonly type: "ping";
  readonly id: string;
}

export type ClientMessage = Hello | Commit | Open | Answer | EventsShown | Say | Mute | Showing | NextStep | Ping;

export interface Welcome {
  readonly type: "welcome";
  readonly table: Table;
  readonly seat: number | null;
  readonly first: number;
  readonly last: number;
  readonly now: number;
}

export interface Table {
  readonly id: string;
  readonly phase: Phase;
  readonly edition: string;
  readonly rules: Rules;
  readonly board: string;
  readonly pace: Pace;
  readonly listed: boolean;
  readonly spectators: boolean;
  readonly hints: boolean;
  readonly learn: boolean;
  readonly autostart: boolean;
  readonly host: number;
  readonly seats: readonly SeatInfo[];
  readonly commitment: string;
  readonly created: number;
  readonly changed: number;
  readonly round: number;
  readonly result: GameEnded | null;
  readonly rematch: string | null;
  readonly rules_version: string;
  readonly draw: TableDraw | null;
  readonly locked: boolean;
  readonly spectator_chat: boolean;
  readonly one_device: boolean;
}

export interface SeatInfo {
  readonly kind: "bot" | "empty" | "person";
  readonly name: string;
  readonly colour: SeatColour;
  readonly bot: string | null;
  readonly held: boolean;
  readonly ready: boolean;
  readonly kept_for: string;
}

export interface TableDraw {
  readonly attempt: number;
  readonly key_commitment: string;
  readonly locked: boolean;
  readonly seats: readonly DrawSeat[];
  readonly deadline: number | null;
  readonly voided: readonly Voided[];
}

export interface DrawSeat {
  readonly state: DrawState;
  readonly commitment: string;
  readonly wrong: boolean;
}

export interface Events {
  readonly type: "events";
  readonly first: number;
  readonly events: readonly Event[];
}

export interface Ask {
  readonly type: "ask";
  readonly question: Question | null;
  readonly answer: Action | null;
  readonly default: Action | null;
  readonly deadline: number | null;
  readonly hint: boolean;
  readonly seat: number | null;
}

export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
}

export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  readonly code: Code;
  readonly reason: string;
  readonly expected: string;
}

export interface PresenceChanged {
  readonly type: "presence";
  readonly seats: readonly Presence[];
  readonly spectators: number;
}

export interface Chat {
  readonly type: "chat";
  readonly lines: readonly ChatLine[];
}

export interface ChatLine {
  readonly number: number;
  readonly seat: number | null;
  readonly text: string;
  readonly at: number;
  readonly phrase: Phrase | null;
  readonly notice: Notice | null;
  readonly name: string;
  readonly after: number | null;
}

export interface Muted {
  readonly type: "muted";
  readonly seats: readonly number[];
}

export interface TableChanged {
  readonly type: "table";
  readonly table: Table;
  readonly seat: number | null;
}

export interface ScreenAt {
  readonly type: "screen";
  readonly events: number | null;
  readonly mine: boolean;
}

export interface StepWanted {
  readonly type: "step_wanted";
  readonly events: number;
}

export interface Warned {
  readonly type: "warned";
  readonly turn: number;
  readonly deadline: number;
}

export interface Clocks {
  readonly type: "clocks";
  readonly turn: number;
  readonly seats: readonly (SeatClock | null)[];
}

export interface SeatClock {
  readonly left: number;
  readonly since: number | null;
}

export interface Fairness {
  readonly type: "fairness";
  readonly commitment: string;
  readonly key: string;
  readonly nonces: readonly string[];
}

export interface Pong {
  readonly type: "pong";
  readonly id: string;
  readonly now: number;
}

export interface Leaving {
  readonly type: "leaving";
}

export type ServerMessage = Welcome | Events | Ask | Accepted | Refused | PresenceChanged | Chat | Muted | TableChanged | ScreenAt | StepWanted | Warned | Clocks | Fairness | Pong | Leaving;

export interface View {
  readonly seat: number | null;
  readonly rules: Rules;
  readonly board: Board;
  readonly players: readonly PlayerView[];
  readonly line: readonly number[];
  readonly round: number;
  readonly mode: Colour | null;
  readonly location: Location | null;
  readonly harvest: readonly number[];
  readonly improvements: readonly number[];
  readonly chocolatl: number | null;
  readonly old_man: number | null;
  readonly pyramid: readonly number[];
  readonly last: LastRoundReason | null;
  readonly ranking: readonly Standing[];
  readonly asked: Asked | null;
  readonly turn: number;
  readonly passes: number;
  readonly result: GameEnded | null;
  readonly own: OwnView | null;
  readonly question: Question | null;
  readonly version: string;
  readonly history: readonly RoundHistory[];
}

export interface PlayerView {
  readonly box: number;
  readonly cubes: number;
  readonly huts: number;
  readonly dice: number;
  readonly shown: readonly (readonly number[])[];
  readonly rolled: readonly number[];
  readonly pool: readonly number[];
  readonly sacrifice: number | null;
  readonly answered: boolean;
}

export interface OwnView {
  readonly cards: readonly number[];
  readonly hand: readonly number[];
  readonly sacrifice: number | null;
  readonly laid: readonly (readonly number[])[];
  readonly answer: Action | null;
}

export interface RoundHistory {
  readonly round: number;
  readonly mode: Colour;
  readonly last: LastRoundReason | null;
  readonly harvest: readonly number[];
  readonly improvements: readonly number[];
  readonly line: readonly number[];
  readonly boxes: readonly number[];
  readonly huts: readonly number[];
  readonly dice: readonly number[];
  readonly chocolatl: number | null;
  readonly old_man: number | null;
  readonly stones: number;
  readonly bids: readonly (readonly (readonly number[])[])[];
}

export interface Seated {
  readonly table: Table;
  readonly seat: number | null;
  readonly waiting: boolean;
}

export interface Listing {
  readonly tables: readonly Seated[];
  readonly next: number | null;
}

export interface Info {
  readonly version: string;
  readonly protocol: number;
  readonly rules_version: string;
  readonly editions: readonly Edition[];
  readonly levels: readonly Level[];
  readonly colours: readonly SeatColour[];
  readonly limits: Limits;
  readonly constants: Constants;
  readonly board: Board;
  readonly boards: readonly string[];
}

export interface Edition {
  readonly name: string;
  readonly rules: Rules;
}

export interface Level {
  readonly name: string;
  readonly spec: string;
  readonly text: string;
}

export interface Limits {
  readonly name_letters: number;
  readonly chat_letters: number;
  readonly message_bytes: number;
  readonly body_bytes: number;
  readonly board_bytes: number;
  readonly away_seconds: number;
}

export interface Constants {
  readonly hut: number;
  readonly hut_in_city: number;
  readonly die_faces: number;
  readonly highest_sacrifice: number;
}

export interface Problem {
  readonly code: Code;
  readonly reason: string;
  readonly expected: string;
}

export interface PersonalLink {
  readonly token: string;
}

export interface Reach {
  readonly addresses: readonly string[];
  readonly tested: readonly string[];
  readonly lan: boolean;
  readonly may_switch: boolean;
}

export interface RenewLink {
  readonly end_others: boolean;
}

export interface ScreenLink {
  readonly code: string;
}

export interface ScreenOf {
  readonly table: string;
  readonly code: string;
}

export interface Verification {
  readonly fair: boolean;
  readonly problems: readonly string[];
}

export interface Analysis {
  readonly turn: number;
  readonly share: number;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly answer: Action;
  readonly probability: number;
  readonly share: number;
  readonly points: number | null;
  readonly places: readonly PlaceChance[];
}

export interface PlaceChance {
  readonly location: Location;
  readonly first: number;
  readonly second: number;
  readonly last: number;
}

export interface CreateTable {
  readonly name: string;
  readonly players?: number;
  readonly edition?: string;
  readonly rules?: Rules | null;
  readonly board?: string | null;
  readonly pace?: Pace;
  readonly bots?: readonly (string | null)[];
  readonly listed?: boolean;
  readonly spectators?: boolean;
  readonly hints?: boolean;
  readonly colour?: SeatColour | null;
}

export interface PlayNow {
  readonly name: string;
  readonly players?: number;
  readonly edition?: string;
  readonly rules?: Rules | null;
  readonly bot?: string;
  readonly learn?: boolean;
}

export interface PassAround {
  readonly people: readonly string[];
  readonly players?: number;
  readonly edition?: string;
  readonly rules?: Rules | null;
  readonly board?: string | null;
  readonly bot?: string;
}

export interface Join {
  readonly name: string;
  readonly seat?: number | null;
  readonly colour?: SeatColour | null;
}

export interface Start {
  readonly fill?: string | null;
}

export interface Settings {
  readonly listed?: boolean | null;
  readonly spectators?: boolean | null;
  readonly pace?: Pace | null;
  readonly hints?: boolean | null;
  readonly locked?: boolean | null;
  readonly spectator_chat?: boolean | null;
  readonly host?: number | null;
}

export interface Me {
  readonly name?: string | null;
  readonly colour?: SeatColour | null;
  readonly ready?: boolean | null;
  readonly seat?: number | null;
}

export interface SetReach {
  readonly lan: boolean;
}

export interface SetSeat {
  readonly bot?: string | null;
}

export interface Claim {
  readonly token: string;
}

export interface SetWebhook {
  readonly url: string | null;
  readonly whole_table?: boolean;
}

export interface AskHint {
  readonly turn: number;
}

export interface AskAnalysis {
  readonly seat: number;
  readonly at: number;
}

export const SWITCHES: { readonly [S in keyof Rules]: readonly Rules[S][] } = {
  first_round: ["red", "gold"],
  dice_per_offering: ["any", "one"],
  give_back: ["any", "lowest"],
  red_reveal: ["per_location", "all_at_once"],
  green_reveal: ["per_location", "all_at_once"],
};
