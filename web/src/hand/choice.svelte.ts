// Whether this browser shows only its own hand at a table with a screen: chosen by the screen's QR code, changed with one tap.
import { load, save } from "../lib/settings.svelte";

const KEY = "chocolatl.hand";
let only = $state(load(KEY) === true);

export const handOnly = {
  get chosen(): boolean {
    return only;
  },
  set chosen(wanted: boolean) {
    only = wanted;
    save(KEY, wanted);
  },
};
