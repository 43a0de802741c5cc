// The shape of a Chocolatl turn and nothing else: four secret bids at once, then all are shown.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { PlayerView } = require('boardgame.io/core');

const nobody = () => ({ 0: null, 1: null, 2: null, 3: null });

function bid({ G, playerID }, card) {
  G.players[playerID] = card;
  G.chosen[playerID] = true;
  if (Object.values(G.players).every((one) => one !== null)) {
    G.shown = { ...G.players };
    G.turn += 1;
    G.players = nobody();
    G.chosen = {};
  }
}

export const game = {
  name: 'bids',
  minPlayers: 4,
  maxPlayers: 4,
  setup: () => ({ turn: 0, shown: {}, chosen: {}, players: nobody() }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: { all: 'bidding' }, stages: { bidding: { moves: {
    // Without this, of four simultaneous bids three are dropped.
    bid: { move: bid, client: false, ignoreStaleStateID: true },
  } } } },
};
