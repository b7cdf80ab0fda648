/** Who made the printed game, as its rulebooks name them. */
export const CREDITS = [
  { role: "design", names: ["Julio E. Nazario"] },
  { role: "development", names: ["Ben Harkins", "Daryl Andrews", "Shivam Bhatt", "Kael Barend"] },
  { role: "illustration", names: ["Vincent Dutrait"] },
  { role: "graphics", names: ["Vincent Dutrait", "Jody Henning"] },
  { role: "editing", names: ["Emily Blain"] },
  { role: "writing", names: ["Sharang Biswas"] },
  { role: "culture", names: ["Shivam Bhatt", "Sharang Biswas", "Sankari Kannan", "Netra Saxena"] },
  { role: "courtyard", names: ["Game Trayz"] },
  { role: "publisher", names: ["Floodgate Games"] },
  { role: "spanish", names: ["Devir Iberia", "Marià Pitarque", "Meeple Foundry", "David Esbri"] },
  { role: "french", names: ["Olivier Caralp"] },
  { role: "japanese", names: ["Engames"] },
] as const;
