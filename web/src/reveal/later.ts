// What a table needs only once cards are turned: fetched with the first touch, so that it is there in time.
export { default as AskGiveBack } from "../ask/AskGiveBack.svelte";
export { default as AskOrder } from "../ask/AskOrder.svelte";
export { default as AskRoll } from "../ask/AskRoll.svelte";
export { default as AskTake } from "../ask/AskTake.svelte";
export { default as Final } from "./Final.svelte";
export { default as Show } from "./Show.svelte";
export { default as ShowTray } from "./ShowTray.svelte";
export { default as Summary } from "./Summary.svelte";
