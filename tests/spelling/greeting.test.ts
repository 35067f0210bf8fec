import { expect, test } from "vitest";
import { greetingOf } from "#spelling/greeting.ts";

test.each([
  ["Smith, John", "John"],
  ["Dr. Ana Ruiz", "Ana"],
  ["Jose & Maria Garcia", "Jose and Maria"],
  ["Mr. and Mrs. Lee", "the Lees"],
  ["Nguyễn Thị Minh Khai", "Nguyễn Thị Minh Khai"],
  ["van der Berg, Els", "Els"],
  ["Els van der Berg", "Els"],
  ["Juan Pérez García", "Juan"],
  ["ANNA KOWALSKA", "Anna"],
  ["Sam Lee, Jr.", "Sam"],
  ["Oak Street Holdings LLC", "Oak Street Holdings LLC"],
])("%j is greeted as %j", (name, greeting) => {
  expect(greetingOf(name)).toBe(greeting);
});

test.each([
  ["Smith, John, Jr.", "John"],
  ["Smith, Dr. John A.", "John"],
  ["Garcia, Jose & Maria", "Jose and Maria"],
  ["Smith, John & Jones, Mary", "John and Mary"],
  ["Tom/Ann Reed", "Tom and Ann"],
  ["Mr. & Mrs. John Jones", "the Joneses"],
  ["LEE, MR. AND MRS.", "the Lees"],
  ["Dr. and Mrs. van der Berg", "the van der Bergs"],
  ["Mr. Lee and Ms. Park", "Mr. Lee and Ms. Park"],
  ["Mrs. Lee", "Mrs. Lee"],
  ["Prof. Dr. Karl von Hagen", "Karl"],
  ["José Ortega y Gasset", "José"],
  ["José y María García", "José and María"],
  ["Wang Xiaoming", "Wang Xiaoming"],
  ["王小明", "王小明"],
  ["Tran Van Minh", "Tran Van Minh"],
  ["Do Thi Hoa", "Do Thi Hoa"],
  ["Linh Nguyen", "Linh"],
  ["Kim Min-jun", "Kim Min-jun"],
  ["Kim Smith", "Kim"],
  ["Nagy János", "Nagy János"],
  ["Ирина Белова", "Ирина"],
  ["Acme, Inc.", "Acme, Inc."],
  ["The Smith Family", "The Smith Family"],
  ["1842 Birch LLC", "1842 Birch LLC"],
  ["J. Robert Oppenheimer", "Robert"],
  ["J. Smith", "J. Smith"],
  ["JR SMITH", "JR"],
  ['Robert "Bob" Smith', "Bob"],
  ["John (buyer) Smith", "John"],
  ["anna kowalska", "Anna"],
  ["Jean-Luc Picard", "Jean-Luc"],
  ["John Smith MD", "John"],
  ["Cher", "Cher"],
  ["  Maya   Okafor ", "Maya"],
  ["fay@mail.example", ""],
  ["🏠", ""],
])("%j is greeted as %j, too", (name, greeting) => {
  expect(greetingOf(name)).toBe(greeting);
});

test("a greeting follows the language, and what an agent chose goes before the name", () => {
  expect([greetingOf("Jose & Maria Garcia", null, "es"), greetingOf("Mr. and Mrs. Lee", "", "es")]).toEqual([
    "Jose y Maria",
    "familia Lee",
  ]);
  expect(greetingOf("Oak Street Holdings LLC", " Tom ")).toBe("Tom");
});
