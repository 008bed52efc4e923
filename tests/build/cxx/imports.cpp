/* SPDX-License-Identifier: MIT */
/* The program of module.cpp */
import game;

int main()
{
	return strength_of_two() != 7;
}
