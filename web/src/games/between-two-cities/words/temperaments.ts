// The temperaments of bots, and how each says what it means, in words.

import type { Stance, Temperament } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";

/** "generous" */
export function temperamentName(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous();
    case "stubborn":
      return m.btc_stubborn();
    case "cautious":
      return m.btc_cautious();
    case "quick":
      return m.btc_quick();
  }
}

/** What a partner may expect of a bot of this temperament, in a sentence. */
export function temperamentHint(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous_hint();
    case "stubborn":
      return m.btc_stubborn_hint();
    case "cautious":
      return m.btc_cautious_hint();
    case "quick":
      return m.btc_quick_hint();
  }
}

/** How a bot begins the answer to a proposal: "No, not there." */
export function answerPhrase(temperament: Temperament, agree: boolean): string {
  switch (temperament) {
    case "generous":
      return agree ? m.btc_generous_agrees() : m.btc_generous_declines();
    case "stubborn":
      return agree ? m.btc_stubborn_agrees() : m.btc_stubborn_declines();
    case "cautious":
      return agree ? m.btc_cautious_agrees() : m.btc_cautious_declines();
    case "quick":
      return agree ? m.btc_quick_agrees() : m.btc_quick_declines();
  }
}

/** How a bot begins its reaction to a refusal: "All right. Then here?" */
export function stancePhrase(temperament: Temperament, stance: Stance): string {
  switch (stance) {
    case "counters":
      return countering(temperament);
    case "insists":
      return insisting(temperament);
    case "announces":
      return announcing(temperament);
    case "yields":
      return yielding(temperament);
  }
}

function countering(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous_counters();
    case "stubborn":
      return m.btc_stubborn_counters();
    case "cautious":
      return m.btc_cautious_counters();
    case "quick":
      return m.btc_quick_counters();
  }
}

function insisting(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous_insists();
    case "stubborn":
      return m.btc_stubborn_insists();
    case "cautious":
      return m.btc_cautious_insists();
    case "quick":
      return m.btc_quick_insists();
  }
}

function announcing(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous_announces();
    case "stubborn":
      return m.btc_stubborn_announces();
    case "cautious":
      return m.btc_cautious_announces();
    case "quick":
      return m.btc_quick_announces();
  }
}

function yielding(temperament: Temperament): string {
  switch (temperament) {
    case "generous":
      return m.btc_generous_yields();
    case "stubborn":
      return m.btc_stubborn_yields();
    case "cautious":
      return m.btc_cautious_yields();
    case "quick":
      return m.btc_quick_yields();
  }
}
