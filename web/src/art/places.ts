// Which drawing stands for which location.
import type { Location } from "../wire";
import type { Drawing } from "./sizes";

export const PLACES: Readonly<Record<Location, Drawing>> = {
  temple: "temple",
  plantation: "grove",
  city: "city",
  pyramid: "yard",
  drink: "kitchen",
  ball_court: "court",
};
